/** Language tags of BCP 47. */

/** The longest tag that is read: no spoken language needs more. */
const LONGEST = 35;

/** → the tag in its usual letters, `de-AT`; null when invalid. */
export function canonicalTag(text: string): string | null {
  if (text === '' || text.length > LONGEST) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
