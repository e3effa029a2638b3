/** The docs page: openapi-explorer instead of the plain list of routes. Contract 28. */

/** The colours of the explorer's library, and the properties of our stylesheet that hold them. */
const COLOURS = {
  'bg-color': '--paper',
  'text-color': '--ink',
  'nav-bg-color': '--card',
  'nav-text-color': '--ink',
  'nav-hover-bg-color': '--tint',
  'nav-hover-text-color': '--ink',
  'primary-color': '--link',
  'secondary-color': '--link',
};

/** An operation as the explorer's library has read it. */
interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> };
}

export {};

/** The element, upgraded by its library. */
interface Explorer extends HTMLElement {
  loadSpec(description: unknown): Promise<void>;
}

const explorer = document.querySelector<Explorer>('openapi-explorer');
const main = document.querySelector('main');
if (explorer && main) {
  // Requests go to the host that answered this page, whatever BASE_URL says.
  const { pathname } = new URL(explorer.dataset.doc ?? '', location.href);
  explorer.setAttribute('server-url', new URL(pathname.replace(/doc$/, ''), location.href).href);
  const paint = () => {
    const style = getComputedStyle(explorer);
    for (const [name, property] of Object.entries(COLOURS)) {
      explorer.setAttribute(name, style.getPropertyValue(property));
    }
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
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

/** The filter reads only titles and IDs: the ID gets the names of the parameters. */
function findByParameters(operation: Operation): void {
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const names = [
    ...(operation.parameters ?? []).map(({ name }) => name),
    ...bodies.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
  ];
  operation.operationId += ` ${names.join(' ')}`;
}
