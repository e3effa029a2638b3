/**
 * The list and the form around it, swapped for another URL of the page. The server renders both;
 * the URL is the state. Contract 27.2.
 */

/** The view of the page. */
export type View = ReturnType<typeof openResults>;

/** How a view is asked for: as a new one, by the form, by its own button. */
interface How {
  isNew?: boolean;
  isSent?: boolean;
  isWhole?: boolean;
}

/** Takes over the form and the links of the list. → the view. */
export function openResults(form: HTMLFormElement, results: HTMLElement) {
  const callbacks: (() => void)[] = [];
  let loading: AbortController | null = null;
  let shown = location.search;

  /** → whether the view is shown: a later request may have replaced it. */
  const load = async (url: URL, how: How = {}): Promise<boolean> => {
    const { isNew = true, isSent = false, isWhole = false } = how;
    loading?.abort();
    // The surroundings of the list belong to its path.
    if (url.pathname !== location.pathname) {
      location.assign(url);
      return false;
    }
    const own = new AbortController();
    loading = own;
    const before = valuesIn(form, isSent);
    results.setAttribute('aria-busy', 'true');
    // An unchanged text would not be announced again.
    announce('');
    try {
      const next = await fetchPart(url, own.signal);
      if (!next) throw new Error('only the page can show it');
      const { search } = isNew ? next.url : url;
      if (isNew) history.pushState(null, '', next.url);
      shown = search;
      swap({ form, results, before, isWhole }, next.part);
      const fault = form.querySelector('#near-error');
      if (fault) form.querySelector<HTMLElement>('#near')?.focus();
      announce((fault ?? headingOf(results))?.textContent ?? '');
      for (const callback of callbacks) callback();
      return true;
    } catch {
      // The page explains the error; if the server is down, the browser does.
      if (!own.signal.aborted) location.assign(url);
      return false;
    } finally {
      if (loading === own) results.removeAttribute('aria-busy');
    }
  };

  takeOver(form, results, load);
  // A link within the page is a step of the history, too.
  addEventListener('popstate', () => {
    if (location.search !== shown) void load(new URL(location.href), { isNew: false });
    // Back and forward again: drop the request made in between.
    else loading?.abort();
  });
  return {
    /** Shows the view of a URL of the page, as a new entry of the history. */
    show: async (url: URL): Promise<void> => void (await load(url)),
    /** Calls back when another view is shown. */
    onShown: (callback: () => void): void => void callbacks.push(callback),
    /** Announces a text to screen readers. */
    announce,
  };
}

/** Sends the form, and opens the links of the list, by `load`. */
function takeOver(
  form: HTMLFormElement,
  results: HTMLElement,
  load: (url: URL, how?: How) => Promise<boolean>,
): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    const chip = submitter instanceof HTMLButtonElement && submitter.name ? submitter : null;
    void load(submitted(form, chip), { isSent: true, isWhole: !chip }).then((isShown) => {
      if (!isShown || !chip || form.querySelector('#near-error')) return;
      const same = [...form.elements].find(
        (one) => one instanceof HTMLButtonElement && isSame(one, chip),
      );
      (same as HTMLButtonElement | undefined)?.focus();
    });
  });
  results.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlain(event) || !isView(link, form)) return;
    event.preventDefault();
    const { textContent, parentElement } = link;
    const isPager = parentElement?.matches('.pager');
    void load(new URL(link.href)).then((isShown) => {
      if (!isShown) return;
      if (!isPager) return focusLink(results, textContent);
      headingOf(results)?.focus();
      results.scrollIntoView();
    });
  });
}

/** → the part of the page at a URL, and its URL; null when only the page can show it. */
async function fetchPart(url: URL, signal: AbortSignal) {
  const fragment = new URL(url);
  fragment.searchParams.set('fragment', 'results');
  const answer = await fetch(fragment, { signal, headers: { Accept: 'text/html' } });
  const final = new URL(answer.url);
  final.searchParams.delete('fragment');
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return null;
  const template = document.createElement('template');
  template.innerHTML = await answer.text();
  // Not ours: the error page of a proxy, say.
  if (!template.content.querySelector('#results-title')) return null;
  return { url: final, part: template.content };
}

interface Parts {
  form: HTMLFormElement;
  results: HTMLElement;
  /** The values of the request for the part, by field. */
  before: ReadonlyMap<string, string>;
  /** The form was sent by its own button: its filters fold away. */
  isWhole: boolean;
}

type Field = HTMLInputElement | HTMLSelectElement;

const fieldsIn = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (one): one is Field =>
      one instanceof HTMLSelectElement || (one instanceof HTMLInputElement && one.id !== ''),
  );

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

const nowIn = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);

/** → the value that the page gave a field. */
function givenTo(field: Field): string {
  if (isBox(field)) return String(field.defaultChecked);
  if (field instanceof HTMLInputElement) return field.defaultValue;
  const options = [...field.options];
  return (options.find((one) => one.defaultSelected) ?? options[0])?.value ?? '';
}

/** → by field, the sent values, else the values of the page. */
const valuesIn = (form: HTMLFormElement, isSent: boolean): Map<string, string> =>
  new Map(fieldsIn(form).map((field) => [field.id, isSent ? nowIn(field) : givenTo(field)]));

const isSame = (one: HTMLButtonElement, other: HTMLButtonElement): boolean =>
  one.name === other.name && one.value === other.value;

/** An error comes without a form, in the place of the list. */
function swap(parts: Parts, part: DocumentFragment): void {
  const { form, results } = parts;
  const newForm = part.querySelector('form');
  const newResults = part.querySelector<HTMLElement>('#results');
  if (newForm) swapForm(form, newForm, parts);
  results.dataset.query = newResults?.dataset.query ?? results.dataset.query ?? '';
  results.replaceChildren(...(newResults ?? part).childNodes);
  const heading = document.querySelector('h1');
  const { title, tab } = newResults?.dataset ?? {};
  if (!heading || title === undefined) return;
  document.title = tab ?? title;
  heading.textContent = title;
}

/** Keeps the focus, filters that are unfolded, and values that are typed or chosen and not sent. */
function swapForm(form: HTMLFormElement, other: HTMLFormElement, { before, isWhole }: Parts): void {
  const unsent = fieldsIn(form).filter((field) => nowIn(field) !== before.get(field.id));
  const { activeElement } = document;
  const active = form.contains(activeElement) ? (activeElement as HTMLElement) : null;
  const isOpen = !isWhole && form.querySelector('details')?.open;
  form.replaceChildren(...other.childNodes);
  const more = form.querySelector('details');
  if (more && isOpen) more.open = true;
  for (const field of fieldsIn(form)) {
    const old = unsent.find(({ id }) => id === field.id);
    if (!old) continue;
    if (isBox(field)) field.checked = isBox(old) && old.checked;
    else if (!(field instanceof HTMLSelectElement) || hasOption(field, old))
      field.value = old.value;
  }
  const same = active?.id ? document.getElementById(active.id) : null;
  same?.focus();
  if (!(same instanceof HTMLInputElement)) return;
  if (same.type === 'text') same.setSelectionRange(same.value.length, same.value.length);
}

const hasOption = ({ options }: HTMLSelectElement, { value }: Field): boolean =>
  [...options].some((one) => one.value === value);

/** → the URL that the form would go to, by a button of its own. */
function submitted(form: HTMLFormElement, chip: HTMLButtonElement | null): URL {
  const url = new URL(form.action);
  if (chip) url.searchParams.append(chip.name, chip.value);
  for (const [name, value] of new FormData(form)) {
    // An empty town says that no place is meant any more.
    if (typeof value === 'string' && (value !== '' || name === 'near')) {
      url.searchParams.append(name, value);
    }
  }
  return url;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const isView = (link: HTMLAnchorElement, form: HTMLFormElement): boolean => {
  const { origin, pathname } = new URL(form.action);
  return link.origin === origin && link.pathname === pathname && link.hash === '';
};

/** Focuses the new link with the same text, else the heading. */
function focusLink(results: HTMLElement, text: string | null): void {
  const links = [...results.querySelectorAll('a')];
  const same = links.find((link) => link.textContent === text);
  (same ?? headingOf(results))?.focus();
}

function headingOf(results: HTMLElement): HTMLElement | null {
  const heading = results.querySelector<HTMLElement>('#results-title');
  if (heading) heading.tabIndex = -1;
  return heading;
}

function announce(text: string): void {
  const status = document.querySelector('#status');
  if (status) status.textContent = text;
}
