/** The links of the footer. Contract 26.3. */
import { expect, it } from 'vitest';
import { readSiteLinks } from '../../src/lib/net/site-links.js';

it.each([
  ['', []],
  ['Imprint=https://city.test/imprint', ['Imprint https://city.test/imprint']],
  [
    'Impressum=https://city.test/a,b?c=d, Datenschutz & mehr=/privacy',
    ['Impressum https://city.test/a,b?c=d', 'Datenschutz & mehr /privacy'],
  ],
  ['Imprint', null],
  ['=https://city.test/', null],
  ['A=http://city.test/', null],
  ['A=javascript:alert(1)', null],
  [
    'A=https://city.test/,B=javascript:alert(1)//',
    ['A https://city.test/,B=javascript:alert(1)//'],
  ],
  ['A=//evil.test/', null],
  ['A=/\\evil.test/', null],
  ['A=https://user:secret@city.test/', null],
  ['A=https://city.test/ b', null],
  [`${'x'.repeat(61)}=/a`, null],
  [Array.from({ length: 21 }, (_, at) => `L${at}=/a`).join(), null],
])('%j', (text, links) => {
  const read = readSiteLinks(text)?.map(({ name, href }) => `${name} ${href}`);
  expect(read ?? null).toEqual(links);
});
