/** The docs page: openapi-explorer instead of the plain list of routes. Contract 28. */

/** Colours that keep the contrast of WCAG 2.2 AA; the page's stylesheet holds the others. */
const LIGHT = {
  'bg-color': '#ffffff',
  'text-color': '#1b1b1f',
  'nav-bg-color': '#f1f1f5',
  'nav-text-color': '#1b1b1f',
  'nav-hover-bg-color': '#dcdce4',
  'nav-hover-text-color': '#1b1b1f',
  'primary-color': '#0b4fb3',
  'secondary-color': '#0b4fb3',
};
const DARK: typeof LIGHT = {
  'bg-color': '#151519',
  'text-color': '#ececf0',
  'nav-bg-color': '#222228',
  'nav-text-color': '#ececf0',
  'nav-hover-bg-color': '#3a3a44',
  'nav-hover-text-color': '#ececf0',
  'primary-color': '#9cc2ff',
  'secondary-color': '#9cc2ff',
};

/** An operation as the explorer's library has read it. */
interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> };
}

export {};

/** What its library makes of the element. */
interface Explorer extends HTMLElement {
  loadSpec(description: unknown): Promise<void>;
}

const explorer = document.querySelector<Explorer>('openapi-explorer');
const main = document.querySelector('main');
if (explorer && main) {
  // Requests go to the host that answered this page, whatever BASE_URL says.
  const { pathname } = new URL(explorer.dataset.doc ?? '', location.href);
  explorer.setAttribute('server-url', new URL(pathname.replace(/doc$/, ''), location.href).href);
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    const colours = Object.entries(isDark.matches ? DARK : LIGHT);
    for (const [name, colour] of colours) explorer.setAttribute(name, colour);
  };
  isDark.addEventListener('change', paint);
  paint();
  const request = document.querySelector('#first-request');
  if (request) request.textContent = `curl '${new URL(request.textContent, location.href)}'`;
  explorer.addEventListener('spec-loaded', (event) => {
    const { tags } = (event as CustomEvent<{ tags: { paths: Operation[] }[] }>).detail;
    for (const { paths } of tags) paths.forEach(findByParameters);
  });
  const description = await load(pathname).catch((error) => {
    const fault = document.querySelector('#docs-fault');
    if (fault) fault.textContent = 'The explorer could not be loaded. Reload the page.';
    throw error;
  });
  // The explorer has a main landmark of its own.
  explorer.id = main.id;
  main.replaceWith(explorer);
  await explorer.loadSpec(description);
}

/** → the OpenAPI document. The library comes last: from then on the element shows no text. */
async function load(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const description = await answer.json();
  // It has no types.
  await import('openapi-explorer/dist/browser/openapi-explorer.min.js' as string);
  return description;
}

/** The filter looks at titles and IDs alone: the ID gets the names of what is sent. */
function findByParameters(operation: Operation): void {
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const names = [
    ...(operation.parameters ?? []).map(({ name }) => name),
    ...bodies.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
  ];
  operation.operationId += ` ${names.join(' ')}`;
}
