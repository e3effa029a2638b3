/** The bounds that a caller can meet, with the numbers that the service itself reads. */
import { COST_VALUE_LENGTH_MAX, COST_VALUES_MAX } from '../../../src/lib/money/cost.js';
import { limits } from '../../../src/limits.js';
import { number } from './markdown.js';

const MIB = 1024 * 1024;

/** → the subject of each bound, the bound, and the answer beyond it. */
export function listLimits(): string[][] {
  const of = (name: keyof typeof limits, unit: string) => `${number(limits[name])} ${unit}`;
  const mib = (name: keyof typeof limits) => `${number(limits[name] / MIB)} MiB`;
  const seconds = (name: keyof typeof limits) => `${number(limits[name] / 1000)} seconds`;
  return [
    ['a body', `${mib('bodyBytes')}, in ${seconds('bodyTimeoutMs')}`, '413'],
    ['a load over HTTP', 'any size', ''],
    ['levels of a JSON body', of('jsonLevels', ''), '400 `rest_invalid_json`'],
    ['request line and headers', `16 KiB, in ${seconds('headersTimeoutMs')}`, '431'],
    [
      'parameters of a query string; of a form or JSON body',
      `${number(limits.queryParameters)}; ${number(limits.formParameters)}`,
      '400',
    ],
    ['items of a list parameter', of('listItems', ''), '400'],
    ['a list as one text', of('listChars', 'characters'), '400'],
    ['records that `page` reaches', of('resultWindow', ''), '400; `cursor` goes on'],
    ['records of another format', `${of('feedRecords', '')}, ${mib('feedBytes')}`, 'next page'],
    ['a search', `${of('searchChars', 'characters')}, ${of('searchWords', 'words')}`, '400'],
    [
      'words that a search corrects; texts tried',
      `${limits.correctedWords}; ${limits.correctedTexts}`,
      'not corrected; the first by alphabet',
    ],
    ['a single-line text', of('lineChars', 'characters'), '400'],
    ['the name of a term, a slug', of('slugChars', 'characters'), '400'],
    ['a description, an excerpt', of('textChars', 'characters'), '400'],
    ['a URL, any other text', of('urlChars', 'characters'), '400'],
    ['a cost', `${COST_VALUES_MAX} values of ${COST_VALUE_LENGTH_MAX} characters`, '400'],
    ['categories, tags, organizers of an event', of('relationItems', 'each'), '400'],
    ['copies of all that a record links, as JSON', mib('copiesBytes'), '400'],
    ['levels of categories', of('termDepth', ''), '400'],
    ['parts of a series', of('seriesParts', ''), '400'],
    ['values of a facet', of('facetValues', ''), 'the highest; `town` has 1,000'],
    ['map tiles of a box', of('facetTiles', ''), '400'],
    ['keys of a record that loads gave', of('recordKeys', ''), 'the row is rejected'],
    ['a key of another system', of('keyChars', 'characters'), '400'],
    ['the ID of a record', number(limits.idMax), 'not in the embedded index'],
    ['records merged into one', of('mergedRecords', ''), '400'],
    ['former slugs that lead to a record', of('formerSlugs', ''), 'the oldest is forgotten'],
    ['rejected rows that a load reports', of('reportedRows', ''), 'counted'],
  ];
}
