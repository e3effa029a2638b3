/** Towns as visitors name them. Contract 11. */
import { describe, expect, test } from 'vitest';
import { labelIn, NAME_LANGUAGES, type Town } from '../../src/lib/place/town-table.js';
import { allTowns } from '../../src/lib/place/towns.js';
import { findTown, townsCalled } from '../../src/lib/place/towns-called.js';

/** What is typed, and the name and country of the town that is meant. */
const ASKED: [text: string, town: string | null][] = [
  ['Berlin', 'Berlin DE'],
  ['Rom', 'Rome IT'],
  ['Roma', 'Rome IT'],
  ['Rio', 'Rio de Janeiro BR'],
  ['Hull', 'Kingston upon Hull GB'],
  ['Halle', 'Halle (Saale) DE'],
  ['Halle, Belgium', 'Halle BE'],
  ['Singapur', 'Singapore SG'],
  ['Wien', 'Vienna AT'],
  ['Neapel', 'Naples IT'],
  ['Frankfurt', 'Frankfurt am Main DE'],
  ['Frankfurt (Oder)', 'Frankfurt (Oder) DE'],
  ['Köln', 'Köln DE'],
  ['koln', 'Köln DE'],
  ['Cologne', 'Köln DE'],
  ['München', 'Munich DE'],
  ['東京', 'Tokyo JP'],
  ['Cancún', 'Cancún MX'],
  ['Zaragoza', 'Zaragoza ES'],
  ['Islamabad', 'Islamabad PK'],
  ['Hong Kong, Hong Kong SAR China', 'Hong Kong HK'],
  ['Washington, D.C.', 'Washington US'],
  ['London', 'London GB'],
  ['London, Ontario', 'London CA'],
  ['London ON', 'London CA'],
  ['London, ON, Canada', 'London CA'],
  ['Sydney NSW', 'Sydney AU'],
  ['Newcastle New South Wales', 'Newcastle AU'],
  ['Köln, NRW', 'Köln DE'],
  ['Köln, Nordrhein-Westfalen', 'Köln DE'],
  ['Montréal QC', 'Montréal CA'],
  ['Portland OR', 'Portland US'],
  ['Portland, Maine', 'Portland US'],
  // `CA` is California and Canada, `DE` Delaware and Germany, `IL` Illinois and Israel.
  ['Ontario, CA', 'Ontario US'],
  ['Toronto, CA', 'Toronto CA'],
  ['Wilmington, DE', 'Wilmington US'],
  ['Hamburg DE', 'Hamburg DE'],
  ['Springfield IL', 'Springfield US'],
  ['Rio Grande do Sul', 'Rio Grande BR'],
  ['Saint John’s', "St. John's CA"],
  ['Köln, Bayern', null],
  ['London QC', null],
  ['75011 Paris', 'Paris FR'],
  ['D-10115 Berlin', 'Berlin DE'],
  ['Wien, 1010', 'Vienna AT'],
  ['1010 Wien, Österreich', 'Vienna AT'],
  ['4020 Linz', 'Linz AT'],
  // Postal codes by the forms of countries.
  ['2026 Berlin', null],
  ['SW1A 1AA Berlin', null],
  ['Beverly Hills, CA 90210', 'Beverly Hills US'],
  ['Chicago, IL 60601', 'Chicago US'],
  ['Chicago, IL 60601-1234', 'Chicago US'],
  ['Chicago, IL 60601, USA', 'Chicago US'],
  ['Chicago, IL, 60601', 'Chicago US'],
  ['New York NY 10001', 'New York City US'],
  ['St. Louis, MO 63101', 'St. Louis US'],
  ['Cambridge, MA 02139', 'Cambridge US'],
  ['Sydney NSW 2000', 'Sydney AU'],
  ['2000 Antwerpen', 'Antwerp BE'],
  ['Toronto, ON M5V 2T6', 'Toronto CA'],
  ['London SW1A 1AA', 'London GB'],
  ['SW1A 1AA London', 'London GB'],
  ['sw1a1aa london', 'London GB'],
  ['London N1', 'London GB'],
  ['London N6A 3K7', 'London CA'],
  ['Berlin, 10115', 'Berlin DE'],
  ['10997 berlin germany', 'Berlin DE'],
  ['F-75005 Paris', 'Paris FR'],
  ['Zürich 8001', 'Zürich CH'],
  ['Mumbai 400001', 'Mumbai IN'],
  ['1012 JS Amsterdam', 'Amsterdam NL'],
  ['Amsterdam 1012', 'Amsterdam NL'],
  ['111 22 Stockholm', 'Stockholm SE'],
  ['SE-111 22 Stockholm', 'Stockholm SE'],
  ['00-001 Warszawa', 'Warsaw PL'],
  ['110 00 Praha', 'Prague CZ'],
  ['1050 København', 'Copenhagen DK'],
  ['Tokyo 100-0001', 'Tokyo JP'],
  ['〒100-0001 東京', 'Tokyo JP'],
  ['〒 100-0001, 東京', 'Tokyo JP'],
  ['01310-100 São Paulo', 'São Paulo BR'],
  ['34000 Istanbul', 'Istanbul TR'],
  // Additions that are shortened, and those that the table lacks behind a large town.
  ['Frankfurt a. M.', 'Frankfurt am Main DE'],
  ['Frankfurt a.M., Germany', 'Frankfurt am Main DE'],
  ['Frankfurt/O.', 'Frankfurt (Oder) DE'],
  ['Frankfurt a. d. Oder', 'Frankfurt (Oder) DE'],
  ['Ludwigshafen/Rhein', 'Ludwigshafen am Rhein DE'],
  ['Landau i.d. Pfalz', 'Landau in der Pfalz DE'],
  ['Bad Homburg v.d.H.', 'Bad Homburg vor der Höhe DE'],
  ['Ivry s/ Seine', 'Ivry-sur-Seine FR'],
  ['Burton u. Trent', 'Burton upon Trent GB'],
  ['Offenbach a. M.', 'Offenbach DE'],
  ['Ulm (Donau)', 'Ulm DE'],
  ['Neustadt a. d. Aisch', null],
  ['Mülheim/Mosel', null],
  // Districts, where the whole is no town; two names of one.
  ['Köln-Ehrenfeld', 'Köln DE'],
  ['Wien-Neubau', 'Vienna AT'],
  ['Rotterdam-Zuid', 'Rotterdam NL'],
  ['Frankfurt-Höchst', 'Frankfurt am Main DE'],
  ['Berlin-Mitte', 'Mitte DE'],
  ['Clermont-Ferrand', 'Clermont-Ferrand FR'],
  ['Köln-Ehrenfeld, France', null],
  ['Paris-l’Hôpital', null],
  ['Toulouse-le-Château', null],
  ['Bozen/Bolzano', 'Bolzano IT'],
  ['Bruxelles/Brussel', 'Brussels BE'],
  ['Online/Zoom', null],
  ['N/A', null],
  ['10115', null],
  ['Nowhere at all', null],
  ['', null],
  [',', null],
];

/** A town, a language, and its label in it. */
const IN_LANGUAGES: [text: string, language: string, label: string][] = [
  ['München', 'de-CH', 'München, Deutschland'],
  ['München', 'en-GB', 'Munich, Germany'],
  ['München', 'ja', 'ミュンヘン, ドイツ'],
  ['München', 'ar', 'ميونخ, ألمانيا'],
  ['Köln', 'en', 'Cologne, Germany'],
  ['Kanazawa', 'ja', '金沢市, 日本'],
  ['Springfield, Illinois', 'ja', 'スプリングフィールド, イリノイ州, アメリカ合衆国'],
  ['Freising', 'it', 'Freising, Germania'],
  ['Freising', 'tlh', 'Freising, Germany'],
];

/** → whether a text is a town's, or that of a larger one. */
function isCalled(town: Town, text: string): boolean {
  const [meant] = townsCalled(text);
  return meant?.label === town.label || (meant?.population ?? 0) >= town.population;
}

describe('towns as they are named', () => {
  test.each(ASKED)('%s is %s', (text, expected) => {
    const [town] = townsCalled(text);
    expect(town ? `${town.name} ${town.country}` : null).toBe(expected);
  });

  test('a label is that of its town, unless a larger one has the same', () => {
    const wrong = allTowns().filter((town) => !isCalled(town, town.label));
    expect(wrong.map(({ label }) => label)).toEqual([]);
  });

  test.each(NAME_LANGUAGES)('a name in %s is a name of its town, with its region', (language) => {
    // Polish has one name for the two countries of the Congo.
    const large = allTowns().filter((town) => town.population >= 300_000 && town.country !== 'CG');
    const wrong = large.filter((town) => !isCalled(town, labelIn(town, language)));
    expect(wrong.map((town) => labelIn(town, language))).toEqual([]);
  });

  test.each(IN_LANGUAGES)('%s in %s is %s', (text, language, label) => {
    const [town] = townsCalled(text);
    expect(town && labelIn(town, language)).toBe(label);
  });

  test('a city of 200,000 inhabitants loses its name to no smaller town', () => {
    const cities = allTowns().filter(({ population }) => population >= 200_000);
    const lost = cities.filter((city) => {
      const [meant] = townsCalled(city.name);
      return !meant || meant.population < city.population;
    });
    expect(lost.map(({ label }) => label)).toEqual([]);
  });

  test('a row of a file names a town by its main name before any other', () => {
    expect(findTown({ city: 'Halle', country: 'Germany' })?.label).toMatch(/Westphalia/);
    expect(findTown({ city: 'London', state: 'Ontario', country: 'CA' })?.country).toBe('CA');
    expect(findTown({ city: 'London', state: 'Quebec', country: 'CA' })).toBeNull();
  });

  test('a city of a thousand signs that has no end is read in linear time', () => {
    const spaces = ' '.repeat(330);
    const city = `xxx${spaces}a${spaces}${'y'.repeat(300)}'`;
    for (let time = 0; time < 1000; time++) expect(findTown({ city, country: 'DE' })).toBeNull();
  });
});
