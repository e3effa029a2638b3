/** The currency of a sign at a price, from the names that Intl has. */

/** The sign and the currency of a site: `$`, `CAD`. */
export interface OwnCurrency {
  symbol: string;
  /** ISO 4217. */
  code: string;
}

/**
 * → ISO 4217; null for a sign of several currencies (`kr`) or of no currency (`tokens`). The site's
 * own sign, or no sign, means the site's currency, and so does a short sign shared with other
 * currencies. Codes are in capitals: `All 10` is not a price in lek.
 */
export function currencyOf(sign: string, site: OwnCurrency): string | null {
  if (sign === '' || sign === site.symbol) return site.code;
  const { codes, shortSigns } = readCurrencies();
  const name = sign.toLowerCase();
  if (name === shortSigns.get(site.code)) return site.code;
  // Some signs are one capital letter: `R 100`.
  if (/^\p{Ll}$/u.test(sign)) return null;
  return codes.get(sign) ?? codes.get(name) ?? null;
}

/** → whether a currency has three decimals, by ISO 4217: `12.500 JOD`. */
export const hasThousandths = (currency: string): boolean =>
  readCurrencies().thousandths.has(currency);

interface Currencies {
  /** By code, by the sign in English, and by a short sign that no other currency has. */
  codes: Map<string, string | null>;
  /** By code, in small letters. */
  shortSigns: Map<string, string>;
  /** Codes of currencies with three decimals. */
  thousandths: Set<string>;
}

let currencies: Currencies | null = null;

function readCurrencies(): Currencies {
  if (currencies) return currencies;
  const all = Intl.supportedValuesOf('currency');
  const codes = new Map<string, string | null>();
  const shortSigns = new Map(all.map((code) => [code, signOf(code, 'narrowSymbol')]));
  for (const [code, sign] of shortSigns) codes.set(sign, codes.has(sign) ? null : code);
  for (const code of all) codes.set(signOf(code, 'symbol'), code);
  // Currencies without a sign have their code in its place.
  for (const code of all) codes.delete(code.toLowerCase());
  for (const code of all) codes.set(code, code);
  const isOfThousandths = (currency: string) =>
    formatOf({ currency }).resolvedOptions().maximumFractionDigits === 3;
  currencies = { codes, shortSigns, thousandths: new Set(all.filter(isOfThousandths)) };
  return currencies;
}

const formatOf = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en', { style: 'currency', ...options });

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = formatOf({ currency, currencyDisplay }).formatToParts(0);
  return (parts.find(({ type }) => type === 'currency')?.value ?? currency).toLowerCase();
}
