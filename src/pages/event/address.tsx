/** Where a place is: its address, and the way to it. */
import { countryCode, countryName } from '../../lib/countries.js';
import { linesOfAddress } from '../../lib/place/address-lines.js';
import { type Answered, pointOf, textOf } from '../../present/answered.js';
import { withQuery } from '../../present/links.js';
import { regionOfZone } from '../../time/zone-region.js';
import { useLanguage } from '../words/language.js';

/** An address without the country that the reader is in. */
export function Address({ place, zone }: { place: Answered; zone: string }) {
  const lines = addressLines(place, { tag: useLanguage().tag, home: regionOfZone(zone) });
  if (lines.length === 0) return null;
  return (
    <address>
      {lines.map((line) => (
        <div dir="auto" key={line}>
          {line}
        </div>
      ))}
    </address>
  );
}

/** Links to maps: in a browser, and in the programs of a phone. */
export function WayThere({ place }: { place: Answered }) {
  const { text } = useLanguage();
  const point = pointOf(place);
  if (!point) return null;
  const at = `${point.lat},${point.lng}`;
  return (
    <p class="way">
      <a
        href={withQuery('https://www.openstreetmap.org/directions', { to: at })}
        rel="noopener noreferrer"
      >
        {text('event.directions')}
      </a>
      {' · '}
      <a href={`geo:${at}?q=${at}`}>{text('event.app')}</a>
    </p>
  );
}

/**
 * → the lines of an address. With `tag` they are in the order of its country, which is named in
 * that language, and left out where its code is `home`.
 */
export function addressLines(
  place: Answered,
  { tag, home }: { tag?: string; home?: string | null } = {},
): string[] {
  const country = textOf(place, 'country');
  const code = tag ? countryCode(country) : null;
  const within = linesOfAddress(code, {
    ...{ address: textOf(place, 'address'), zip: textOf(place, 'zip') },
    ...{ city: textOf(place, 'city'), state: textOf(place, 'stateprovince') },
  });
  const isHome = code !== null && code === home && within.length > 0;
  return isHome || country === '' ? within : [...within, code ? countryName(code, tag) : country];
}
