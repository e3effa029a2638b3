/** The words of scripts, which the page brings in its language. Contract 26.7. */

const words: Record<string, string | Record<string, string>> = JSON.parse(
  document.querySelector<HTMLElement>('#main')?.dataset.words ?? '{}',
);

/** → the text of a name; `""` when the page lacks it. */
export function wordFor(name: string): string {
  const text = words[name];
  return typeof text === 'string' ? text : '';
}

const { lang } = document.documentElement;
const numbers = new Intl.NumberFormat(lang);
const plurals = new Intl.PluralRules(lang);

/** → the text for a number: `12 events near Turin`. */
export function countedFor(key: string, count: number, name = ''): string {
  const forms = words[key];
  if (typeof forms !== 'object') return String(count);
  const text = forms[plurals.select(count)] ?? forms.other ?? '';
  // As functions, so that `$` in a name is kept.
  return text.replace('{number}', () => numbers.format(count)).replace('{name}', () => name);
}
