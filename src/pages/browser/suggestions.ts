/**
 * Suggestions below the fields of words and of a town: each an ARIA combobox with its own list. The
 * focus is kept in the field. Contract 15.
 */
import { wordFor } from './words.js';

interface Suggestion {
  type: string;
  text: string;
  slug?: string;
  count?: number;
  detail?: string;
}

/** The field for suggestions of a type, by its name; the field of words takes all others. */
const FIELDS: Readonly<Record<string, string>> = {
  category: 'categories',
  city: 'near',
  town: 'near',
};

/** Suggestions shown, and letters from which on there are any. */
const LIMIT = 8;
const LETTERS = 2;

/** How long to wait for another key before asking, ms. */
const PAUSE_MS = 150;

const INPUT = '#search-text, #near';
const LIST_ID = 'suggestions';

/** The suggestions for the field of a town. */
const PLACES = 'city,town';

/** Offers suggestions in the form. The field may be replaced: events are taken at the form. */
export function offerSuggestions(form: HTMLFormElement): void {
  const { suggest } = form.dataset;
  if (!suggest) return;
  let timer = 0;
  let pending: AbortController | null = null;
  const close = () => {
    clearTimeout(timer);
    pending?.abort();
    document.getElementById(LIST_ID)?.remove();
    for (const input of form.querySelectorAll<HTMLInputElement>(INPUT)) {
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    }
  };
  const ask = async (input: HTMLInputElement) => {
    pending?.abort();
    const own = new AbortController();
    pending = own;
    const suggestions = await fetchSuggestions(suggest, input, own.signal);
    if (own.signal.aborted || document.activeElement !== input) return;
    if (suggestions.length === 0) close();
    else showList(input, suggestions);
  };
  prepare(form);
  form.addEventListener('focusin', () => prepare(form));
  form.addEventListener('input', (event) => {
    const input = fieldOf(event);
    if (!input) return;
    clearTimeout(timer);
    if (input.value.trim().length < LETTERS) return close();
    timer = window.setTimeout(() => void ask(input), PAUSE_MS);
  });
  form.addEventListener('keydown', (event) => {
    const input = fieldOf(event);
    if (input) onKey(event, input, close);
  });
  form.addEventListener('submit', close);
  form.addEventListener('focusout', (event) => fieldOf(event) && close());
  // The field keeps the focus while an option is pressed.
  form.addEventListener('pointerdown', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    const input = option?.closest('.field')?.querySelector<HTMLInputElement>(INPUT);
    if (!option || !input) return;
    event.preventDefault();
    choose(input, option, close);
  });
}

/** → the field with suggestions that an event comes from, or null. */
const fieldOf = ({ target }: Event): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.matches(INPUT) ? target : null;

function prepare(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(INPUT)) {
    if (input.getAttribute('role') === 'combobox') continue;
    // A field of the type `search` may not be one.
    input.type = 'text';
    input.enterKeyHint = 'search';
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', 'false');
  }
}

async function fetchSuggestions(
  path: string,
  { name, value }: HTMLInputElement,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const { lang } = document.documentElement;
  const query = new URLSearchParams({ q: value.trim(), limit: String(LIMIT), lang });
  if (name === FIELDS.city) query.set('types', PLACES);
  try {
    const answer = await fetch(`${path}?${query}`, { signal });
    const { suggestions = [] } = answer.ok ? await answer.json() : {};
    return suggestions;
  } catch {
    // Suggestions are a help: the search works without them.
    return [];
  }
}

function showList(input: HTMLInputElement, suggestions: Suggestion[]): void {
  document.getElementById(LIST_ID)?.remove();
  const list = document.createElement('ul');
  list.id = LIST_ID;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', wordFor('suggest.label'));
  list.append(...suggestions.map(optionOf));
  input.parentElement?.append(list);
  input.setAttribute('aria-controls', LIST_ID);
  input.setAttribute('aria-expanded', 'true');
  input.removeAttribute('aria-activedescendant');
}

function optionOf(suggestion: Suggestion, at: number): HTMLLIElement {
  const { type, text, slug = '', count, detail } = suggestion;
  const option = document.createElement('li');
  option.id = `suggestion-${at}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  Object.assign(option.dataset, { type, text, slug });
  const shown = document.createElement('bdi');
  shown.textContent = text;
  const more = document.createElement('span');
  const name = wordFor(`type.${type}`) || type;
  more.textContent = [name, detail, count]
    .filter((part) => part !== undefined)
    .join(wordFor('comma'));
  option.append(shown, ' ', more);
  return option;
}

function onKey(event: KeyboardEvent, input: HTMLInputElement, close: () => void): void {
  const options = [...document.querySelectorAll(`#${LIST_ID} [role=option]`)];
  const at = options.findIndex((one) => one.getAttribute('aria-selected') === 'true');
  const last = options.length - 1;
  if (last < 0 || event.isComposing) return;
  switch (event.key) {
    case 'ArrowDown':
      select(input, options, at === last ? 0 : at + 1);
      break;
    case 'ArrowUp':
      select(input, options, at <= 0 ? last : at - 1);
      break;
    case 'Escape':
      close();
      break;
    case 'Enter':
      // Without a choice the form is sent as it is.
      if (at < 0) return;
      choose(input, options[at] as Element, close);
      break;
    default:
      return;
  }
  event.preventDefault();
}

function select(input: HTMLInputElement, options: Element[], at: number): void {
  for (const [index, option] of options.entries()) {
    option.setAttribute('aria-selected', String(index === at));
  }
  const option = options[at];
  if (!option) return;
  input.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

/** Opens the page of a suggested record, or searches with the suggestion in its field. */
function choose(input: HTMLInputElement, option: Element, close: () => void): void {
  const { form } = input;
  if (!(option instanceof HTMLElement) || !form) return;
  const { type = '', text = '', slug = '' } = option.dataset;
  const folder = JSON.parse(form.dataset.pages ?? '{}')[type];
  if (folder && slug) {
    location.assign(`${folder}${encodeURIComponent(slug)}/`);
    return;
  }
  const field = form.elements.namedItem(FIELDS[type] ?? '') ?? input;
  // Words that led to another field are no words of the search.
  if (field !== input) input.value = '';
  if (field instanceof HTMLSelectElement) {
    if (![...field.options].some(({ value }) => value === slug)) field.add(new Option(text, slug));
    field.value = slug;
  } else if (field instanceof HTMLInputElement) {
    field.value = text;
  }
  close();
  form.requestSubmit();
}
