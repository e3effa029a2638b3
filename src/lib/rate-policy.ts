/** A limit on requests as a setting states it: `anonymous=600/60`. Contract 21. */

/** How many requests a caller may send in so many seconds; `name` is that of the setting. */
export interface RatePolicy {
  name: string;
  requests: number;
  seconds: number;
}

/** → the policy of a well-formed text. */
export function readRatePolicy(text: string): RatePolicy {
  const [name = '', requests, seconds] = text.split(/[=/]/);
  return { name, requests: Number(requests), seconds: Number(seconds) };
}
