/**
 * Rules for the source code: which folder may import which, sizes, comments, and that kinds and
 * schemas agree. README and contract: documents.test.ts.
 */
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allKinds } from '../src/kinds/index.js';
import { fieldsIssues } from '../src/validation/fields.js';
import { loadSchema, type PropertySchema } from '../src/validation/schemas.js';
import { mayImport, ROOM_LINES, SHARED_PACKAGES } from './support/rooms.js';
import { filesIn, longest, read } from './support/sources.js';

const BARE_KOA = 'scripts/dev/bench/bare.ts';

interface Source {
  /** Relative to the project folder, e.g. `src/kinds/kind.ts`. */
  path: string;
  room: string;
  text: string;
  lines: string[];
  /** Project files it imports, relative to the project folder. */
  imports: string[];
  /** Packages it imports. */
  packages: string[];
}

const files = [...filesIn('src'), ...filesIn('scripts')];
const sources = files.map(readSource);
const byPath = new Map(sources.map((source) => [source.path, source]));

describe('imports', () => {
  it.each(sources)('$path imports only what its folder may', ({ path, room, imports }) => {
    const allowed = mayImport[room];
    expect(allowed, `${room} is in the table`).toBeDefined();
    const refused = imports.filter((target) => {
      const other = roomOf(target);
      const file = target.replace(/^src\/|\.tsx?$/g, '');
      return other !== room && !allowed?.includes(other) && !allowed?.includes(file);
    });
    expect(refused, path).toEqual([]);
  });

  it('point to existing files', () => {
    const missing = sources.flatMap(({ path, imports }) =>
      imports.filter((target) => !byPath.has(target)).map((target) => `${path} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('have no cycle between files', () => {
    expect(cycleIn(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  it('have no cycle between folders', () => {
    // A folder and those within it are one room.
    const isWithinOne = (one: string, other: string) =>
      `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
    const folders = new Map<string, string[]>();
    for (const { path, imports } of sources) {
      const folder = dirname(path);
      const others = imports.map(dirname).filter((other) => !isWithinOne(folder, other));
      folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
    }
    expect(cycleIn(folders)).toEqual([]);
  });

  it('of rows/ name no stored record', () => {
    const naming = sources.filter(
      ({ path, text }) => path.startsWith('src/rows/') && /\bStoredRecord\b/.test(text),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it('keep each package in one folder', () => {
    const homes = new Map<string, Set<string>>();
    for (const { room, packages } of sources) {
      for (const name of packages) homes.set(name, (homes.get(name) ?? new Set()).add(room));
    }
    const spread = [...homes].filter(
      ([name, rooms]) => rooms.size > 1 && !isWithin(rooms, SHARED_PACKAGES[name]),
    );
    expect(spread.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([]);
  });

  it('keep Koa in http and app', () => {
    const elsewhere = sources.filter(
      ({ room, packages }) =>
        !['http', 'pages', 'app'].includes(room) &&
        packages.some((name) => /^(@koa\/|koa)/.test(name)),
    );
    expect(elsewhere.map(({ path }) => path).filter((path) => path !== BARE_KOA)).toEqual([]);
  });
});

describe('kinds are data', () => {
  it('no file outside kinds/ compares the name of a kind', () => {
    const names = allKinds.map(({ name }) => name).join('|');
    const asks = new RegExp(`[!=]== ?'(${names})'|'(${names})' ?[!=]==|case '(${names})'`);
    expect(linesWhere((line) => asks.test(line), 'kinds')).toEqual([]);
  });

  it.each(allKinds)('$name: list parameters, orders and facets agree', (kind) => {
    const { properties } = loadSchema(kind.listSchema);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(kind.filters)));
    expect(Object.keys(kind.orders).sort()).toEqual(sorted(properties.orderby));
    expect(kind.orders).toHaveProperty(kind.defaultOrder);
    expect(properties.order?.enum).toEqual(['asc', 'desc']);
    const facets = [...Object.keys(kind.facets ?? {}), ...(kind.tiles ? ['tiles'] : [])];
    expect(facets.sort()).toEqual(sorted(properties.facets?.items));
    expect('tiles_zoom' in properties).toBe(kind.tiles !== undefined);
    if (kind.tiles) expect(kind.relations.map(({ field }) => field)).toContain(kind.tiles);
    expect('geoloc' in properties).toBe(kind.place !== undefined);
    expect('start_date' in properties).toBe(kind.window !== undefined);
    expect('status' in properties).toBe(kind.family.hasStatus);
    const fields = { ...kind.indexFields, id: null };
    for (const { field } of Object.values(kind.orders)) {
      if (field) expect(fields).toHaveProperty(field);
    }
    for (const filter of Object.values(kind.filters)) {
      if ('field' in filter) expect(fields).toHaveProperty(filter.field);
    }
    for (const { field } of Object.values(kind.facets ?? {})) expect(fields).toHaveProperty(field);
  });

  it.each(allKinds)('$name: fields and relations agree', (kind) => {
    const { properties, required } = loadSchema(kind.schema);
    const answer = loadSchema(`answers/${kind.name}.json`);
    expect(required).toContain(kind.titleField);
    // `scope` says what an update reaches, and is no field.
    const names = Object.keys(properties).filter((name) => name !== 'scope');
    expect(Object.keys(answer.properties)).toEqual(expect.arrayContaining(names));
    expect('parent' in properties).toBe(kind.isTree === true);
    for (const { field } of kind.duplicateFields ?? []) expect(properties).toHaveProperty(field);
    for (const { field, target, inline } of kind.relations) {
      const { linked, terms } = properties[field] ?? {};
      expect({ linked, terms }).toEqual(
        inline === 'object' ? { linked: target, terms: undefined } : { terms: true },
      );
    }
    const choices = kind.formats ? ['json', ...kind.formats] : undefined;
    expect(loadSchema(kind.listSchema).properties.format?.enum).toEqual(choices);
    expect(loadSchema(kind.itemSchema ?? 'queries/item.json').properties.format?.enum).toEqual(
      choices,
    );
    expect(fieldsIssues(`answers/${kind.name}.json`, kind.lightFields)).toEqual([]);
    const types = loadSchema('answers/suggestion.json').properties.type?.enum;
    expect(types).toEqual(expect.arrayContaining(Object.keys(kind.suggests ?? {})));
  });
});

describe('errors', () => {
  it('get their codes only from the catalogue', () => {
    const gives = /\bcode: '[a-z]|new ApiError\(/;
    expect(linesWhere((line) => gives.test(line), 'errors')).toEqual([]);
  });
});

describe('sizes', () => {
  it('source files have at most 250 lines, test files 400', () => {
    const tests = filesIn('test').map((path) => ({
      path,
      lines: read(path).split('\n'),
      max: 400,
    }));
    const all = [...sources.map((source) => ({ ...source, max: 250 })), ...tests];
    // The final newline makes one more entry than there are lines.
    const long = all.filter(({ lines, max }) => lines.length - 1 > max);
    expect(long.map(({ path, lines }) => `${path}: ${lines.length - 1}`)).toEqual([]);
  });

  it('folders have no more lines than their figures', () => {
    const lines: Record<string, number> = {};
    for (const { path, lines: own } of sources.filter((one) => one.path.startsWith('src/'))) {
      const [top = '', room = '', file] = path.split('/');
      const folder = file === undefined ? top : room;
      lines[folder] = (lines[folder] ?? 0) + own.length - 1;
    }
    const larger = Object.entries(lines).filter(([room, count]) => count > (ROOM_LINES[room] ?? 0));
    expect(larger).toEqual([]);
    expect(Object.keys(ROOM_LINES).sort()).toEqual(Object.keys(lines).sort());
  });

  it('nothing cites an issue of a tracker, which readers do not have', () => {
    const citing = sources.filter(({ text }) => /\bissues? (["“#]|\d)/i.test(text));
    expect(citing.map(({ path }) => path)).toEqual([]);
  });

  it('lines have at most 100 columns', () => {
    expect(linesWhere((line) => [...line].length > 100)).toEqual([]);
  });

  it('functions have at most 70 lines', () => {
    const long = sources.flatMap(({ path, lines }) =>
      functionsIn(lines)
        .filter(({ length }) => length > 70)
        .map(({ line, length }) => `${path}:${line}: ${length}`),
    );
    expect(long).toEqual([]);
  });
});

describe('comments and types', () => {
  it('every file starts with a comment on its content', () => {
    const bare = sources.filter(({ text }) => !/^(#!.*\n)?(\/\*\*|\/\/) ?\S?/.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('every export has a docstring', () => {
    const bare = sources.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        /^export (?!\{|\*)/.test(line) && !isDocumented(lines, index) ? [`${path}: ${line}`] : [],
      ),
    );
    expect(bare).toEqual([]);
  });

  it('exports are named, and no file only re-exports', () => {
    expect(linesWhere((line) => /^export (default|\*|\{.*\} from)/.test(line))).toEqual([]);
  });

  it('the type any is not used', () => {
    const isAny = /(:|<|as|\||,) ?any\b(?!')|\bany\[\]/;
    const code = (line: string) => line.replace(/\/\/.*|^\s*(\/?\*).*|'[^']*'|`[^`]*`/g, '');
    expect(linesWhere((line) => isAny.test(code(line)))).toEqual([]);
  });

  it('ApiError is the only class', () => {
    const classes = sources.flatMap(({ text }) => text.match(/^(export )?class \w+/gm) ?? []);
    expect(classes).toEqual(['export class ApiError']);
  });
});

describe('the client', () => {
  // What is generated is held against the document by .ci/run.
  const own = filesIn('client/src').filter((path) => !path.endsWith('/schema.ts'));
  const files = own.map(readSource);

  it('needs openapi-fetch and nothing else, of Node.js neither', () => {
    const outside = files.flatMap(({ text }) =>
      [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name),
    );
    expect([...new Set(outside)]).toEqual(['openapi-fetch']);
    const { dependencies } = JSON.parse(read('client/package.json'));
    expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  });

  it('is small, and says what it exports', () => {
    const lines = files.reduce((sum, file) => sum + file.lines.length - 1, 0);
    expect(lines).toBeLessThanOrEqual(300);
    const bare = files.flatMap((file) =>
      file.lines.filter(
        (line, index) => /^export (?!\{|\*|type \{)/.test(line) && !isDocumented(file.lines, index),
      ),
    );
    expect(bare).toEqual([]);
  });
});

describe('kinds', () => {
  it('no table names them outside their folder', () => {
    const names = allKinds.map(({ name }) => name);
    const isNamed = (text: string, name: string) =>
      new RegExp(`'${name}'|(^|[{,]\\s*)${name}: `, 'm').test(text);
    const tables = sources
      .filter(({ path, room }) => path.startsWith('src/') && room !== 'kinds')
      .map(({ path, text }) => ({ path, code: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))
      .filter(({ code }) => names.filter((name) => isNamed(code, name)).length > 3);
    expect(tables.map(({ path }) => path)).toEqual([]);
  });
});

function readSource(path: string): Source {
  const text = read(path);
  const named = [...text.matchAll(/(?:from|import|import\() ?'([^']+)'/g)].map(([, to = '']) => to);
  const isOurs = (name: string) => name.startsWith('.') && !name.endsWith('.json');
  return {
    path,
    room: roomOf(path),
    text,
    lines: text.split('\n'),
    imports: named.filter(isOurs).map((name) => {
      const to = join(dirname(path), name).replace(/\.js$/, '.ts');
      return files.includes(`${to}x`) ? `${to}x` : to;
    }),
    packages: named
      .filter((name) => !isOurs(name) && !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  };
}

function roomOf(path: string): string {
  if (path.startsWith('scripts/')) return 'scripts';
  const inside = path.replace(/^src\//, '').replace(/\.tsx?$/, '');
  const fitting = Object.keys(mayImport).filter(
    (room) => inside === room || inside.startsWith(`${room}/`),
  );
  return longest(fitting);
}

const sorted = (property: PropertySchema | undefined): string[] =>
  [...((property?.enum ?? []) as string[])].sort();

const isWithin = (rooms: Set<string>, allowed: string[] = []): boolean =>
  [...rooms].every((room) => allowed.includes(room));

/** → `path:line: text` of the source lines that pass `test`, without one folder. */
function linesWhere(test: (line: string) => boolean, except?: string): string[] {
  return sources
    .filter(({ room }) => room !== except)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 80)}`] : [],
      ),
    );
}

/** → the first cycle found, from a place back to itself; empty if there is none. */
function cycleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const walk = (at: string, trail: string[]): string[] => {
    if (trail.includes(at)) return [...trail.slice(trail.indexOf(at)), at];
    if (done.has(at)) return [];
    done.add(at);
    for (const next of graph.get(at) ?? []) {
      const cycle = walk(next, [...trail, at]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  for (const start of graph.keys()) {
    const cycle = walk(start, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** A docstring ends right above the export, or above a linter comment on it. */
function isDocumented(lines: string[], index: number): boolean {
  let above = index - 1;
  while (/^\/\/ biome-ignore/.test(lines[above] ?? '')) above--;
  return /\*\/\s*$/.test(lines[above] ?? '');
}

/**
 * → the functions of a formatted file: the first line (from 1) and the number of lines.
 * The formatter puts the closing brace of a body at the indent of its first line.
 */
function functionsIn(lines: string[]): { line: number; length: number }[] {
  return lines.flatMap((line, index) => {
    const isStart =
      /^\s*(export )?(async )?function\b/.test(line) ||
      /=> \{$|^\s+(async )?\w+\(.*\).*\{$/.test(line);
    if (!isStart || /^\s*(if|for|while|switch|catch)\b/.test(line)) return [];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const end = lines.findIndex(
      (other, at) => at > index && other.startsWith(`${indent}}`) && !/^\s*\}[^;]*\{$/.test(other),
    );
    return end < 0 ? [] : [{ line: index + 1, length: end - index + 1 }];
  });
}
