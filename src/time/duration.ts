/**
 * A duration of ISO 8601, as RFC 5545 and schema.org have it. Days count on the calendar, seconds
 * exactly (RFC 5545 3.3.6). Both may be negative.
 */

const DURATION =
  /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i;

/** → the duration of a text such as `P1DT2H30M`; null for another text, or with months or years. */
export function readDuration(text: string) {
  const [, sign, ...sent] = DURATION.exec(text.trim()) ?? [];
  if (sent.every((number) => number === undefined)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = sent.map((number) =>
    Number(number ?? 0),
  );
  const factor = sign === '-' ? -1 : 1;
  return {
    days: factor * (weeks * 7 + days) || 0,
    seconds: factor * (hours * 3600 + minutes * 60 + seconds) || 0,
  };
}
