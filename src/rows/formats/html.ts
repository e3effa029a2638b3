/** A page of HTML: the JSON-LD of its scripts, as one graph. Everything else is passed by. */
import { openScripts, type Script } from '../../lib/text/html-scripts.js';
import { recordBytesMax, TOO_LONG } from '../read/cuts.js';
import type { Format, FormatOptions, RowItem } from './format.js';
import { cutRows } from './json.js';
import { openGraph } from './json-graph.js';
import { listNames, toRowItem } from './json-row.js';

/** Pages of HTML. */
export const html: Format = {
  name: 'html',
  extensions: ['html', 'htm', 'xhtml'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  isLike: (start) => /^\s*<(?:!doctype\s+html|html|head|body|script)\b/i.test(start),
  async *read(texts, options) {
    const scripts = openScripts(JSON_LD, recordBytesMax);
    const graph = openGraph();
    let count = 0;
    const rowsIn = function* (ended: Script[]): Generator<RowItem> {
      count += ended.length;
      for (const script of ended) yield* rowsOf(script, graph, options);
    };
    for await (const text of texts) yield* rowsIn(scripts.take(text));
    yield* rowsIn(scripts.end());
    yield* graph.end();
    if (count === 0) yield { line: 1, error: 'a page without JSON-LD (application/ld+json)' };
  },
};

function* rowsOf(
  { text, line: first }: Script,
  graph: ReturnType<typeof openGraph>,
  { route, notes }: FormatOptions,
): Generator<RowItem> {
  if (text === null) {
    yield { line: first, error: TOO_LONG };
    return;
  }
  for (const cut of cutRows(listNames(route))(unhidden(text), true)) {
    const line = cut.line + first - 1;
    const item = 'error' in cut ? cut : toRowItem(cut, notes);
    yield* graph.take(item && { ...item, line });
  }
}

const JSON_LD = /^\s*application\/ld\+json\b/i;

/** By which some programs hide scripts from very old browsers. */
const HIDING = /^(?:\/\/)?[ \t]*(?:<!\[CDATA\[|<!--)/;

/** → a script without the marks that hide it, and without a final semicolon. */
function unhidden(script: string): string {
  const start = script.length - script.trimStart().length;
  let text = (script.slice(0, start) + script.slice(start).replace(HIDING, '')).trimEnd();
  for (const end of [']]>', '-->', '//', ';']) {
    if (text.endsWith(end)) text = text.slice(0, -end.length).trimEnd();
  }
  return text;
}
