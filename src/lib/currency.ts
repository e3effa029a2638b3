/** The currency that a sign beside a price stands for, from the names that Intl has. */

/** The sign and the currency of a site: `$`, `CAD`. */
export interface OwnCurrency {
  symbol: string;
  /** ISO 4217. */
  code: string;
}

/**
 * → ISO 4217; null for a sign of several currencies or of none (`kr`, `tokens`). The site's own
 * sign, and none at all, mean the site's currency.
 */
export function currencyOf(sign: string, site: OwnCurrency): string | null {
  if (sign === '' || sign === site.symbol) return site.code;
  return readSigns().get(sign.toUpperCase()) ?? null;
}

let signs: Map<string, string | null> | null = null;

/** → currencies by code, by their sign in English, and by a short sign that one alone has. */
function readSigns(): Map<string, string | null> {
  if (signs) return signs;
  signs = new Map();
  const codes = Intl.supportedValuesOf('currency');
  for (const code of codes) {
    const sign = signOf(code, 'narrowSymbol');
    signs.set(sign, signs.has(sign) ? null : code);
  }
  for (const code of codes) signs.set(signOf(code, 'symbol'), code).set(code, code);
  return signs;
}

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency');
  return (sign?.value ?? currency).toUpperCase();
}
