/**
 * The rules of the house, checked over the source: who may import whom, sizes, comments, and that
 * kinds, schemas, settings and error codes agree with what tells of them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allKinds } from '../src/kinds/index.js';
import { loadSchema, type PropertySchema } from '../src/validation/schemas.js';

const top = fileURLToPath(new URL('..', import.meta.url));

/** Rooms below src/ (the longest that fits counts) → the rooms or files it may import from. */
const BASE = ['kinds', 'lib', 'errors', 'limits'];
const mayImport: Record<string, string[]> = {
  lib: [],
  errors: [],
  limits: [],
  config: [],
  kinds: [],
  access: ['kinds', 'errors', 'lib'],
  validation: BASE,
  present: ['kinds', 'lib'],
  loading: ['kinds', 'lib', 'limits'],
  store: ['kinds', 'limits', 'lib'],
  // A list query is made from list parameters as they were read.
  search: ['kinds', 'limits', 'lib', 'validation'],
  'store/sqlite': [...BASE, 'store'],
  'store/mongo': [...BASE, 'store'],
  'search/sqlite': [...BASE, 'search'],
  'search/elasticsearch': [...BASE, 'search'],
  sync: ['store', 'search', 'present', ...BASE],
  records: ['store', 'search', 'sync', 'present', 'validation', 'access', 'config', ...BASE],
  http: ['records', 'present', 'validation', 'access', ...BASE],
  open: [
    'config',
    'records',
    'present',
    'store',
    'search',
    'store/sqlite',
    'store/mongo',
    'search/sqlite',
    'search/elasticsearch',
    'sync/gate',
    ...BASE,
  ],
  app: ['http', 'records', 'access'],
  main: ['app', 'open', 'config', 'http', 'records', 'sync', ...BASE],
  // Scripts find the package's folder by the schemas, and say where the service is.
  // The history check ends processes at the steps that the MongoDB store names.
  scripts: [
    'store/mongo/write',
    // The benchmark gives the client's own helper the documents that the adapter sends.
    'search/elasticsearch/bulk',
    'validation/schemas',
    'present/markers',
    'app',
    'open',
    'config',
    'http',
    'records',
    'sync',
    'loading',
    'access',
    ...BASE,
  ],
};

/** Packages that more than one room needs; every other stays in one. */
const SHARED_PACKAGES: Record<string, string[]> = {
  // The benchmark measures the service against Koa alone.
  koa: ['http', 'app', 'scripts'],
  // The script that starts a MongoDB asks it whether it is ready.
  mongodb: ['store/mongo', 'scripts'],
  // The benchmark measures the service against the client's own bulk helper.
  '@elastic/elasticsearch': ['search/elasticsearch', 'scripts'],
};
const BARE_KOA = 'scripts/dev/bench-bare.ts';

interface Source {
  /** Below the top, e.g. `src/kinds/kind.ts`. */
  path: string;
  room: string;
  text: string;
  lines: string[];
  /** Files of ours it imports, below the top. */
  imports: string[];
  /** Packages it imports. */
  packages: string[];
}

const sources = [...filesIn('src'), ...filesIn('scripts')].map(readSource);
const byPath = new Map(sources.map((source) => [source.path, source]));

describe('imports', () => {
  it.each(sources)('$path imports only what its room may', ({ path, room, imports }) => {
    const allowed = mayImport[room];
    expect(allowed, `${room} is in the table`).toBeDefined();
    const refused = imports.filter((target) => {
      const other = roomOf(target);
      const file = target.replace(/^src\/|\.ts$/g, '');
      return other !== room && !allowed?.includes(other) && !allowed?.includes(file);
    });
    expect(refused, path).toEqual([]);
  });

  it('name files that exist', () => {
    const missing = sources.flatMap(({ path, imports }) =>
      imports.filter((target) => !byPath.has(target)).map((target) => `${path} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('form no cycle between files', () => {
    expect(cycleIn(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  it('form no cycle between rooms', () => {
    const rooms = new Map<string, string[]>();
    for (const { room, imports } of sources) {
      const others = imports.map(roomOf).filter((other) => other !== room);
      rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
    }
    expect(cycleIn(rooms)).toEqual([]);
  });

  it('keep each package in one room', () => {
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
        !['http', 'app'].includes(room) && packages.some((name) => /^(@koa\/|koa)/.test(name)),
    );
    expect(elsewhere.map(({ path }) => path).filter((path) => path !== BARE_KOA)).toEqual([]);
  });
});

describe('kinds are data', () => {
  it('no file outside kinds/ asks for the name of a kind', () => {
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
    expect(Object.keys(kind.facets ?? {}).sort()).toEqual(sorted(properties.facets?.items));
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
    expect(Object.keys(answer.properties)).toEqual(expect.arrayContaining(Object.keys(properties)));
    expect('slug' in properties).toBe(kind.hasSlugField === true);
    expect('parent' in properties).toBe(kind.isTree === true);
    for (const { field } of kind.duplicateFields ?? []) expect(properties).toHaveProperty(field);
    for (const { field, target, inline } of kind.relations) {
      const { linked, terms } = properties[field] ?? {};
      expect({ linked, terms }).toEqual(
        inline === 'object' ? { linked: target, terms: undefined } : { terms: true },
      );
    }
    const types = loadSchema('answers/suggestion.json').properties.type?.enum;
    expect(types).toEqual(expect.arrayContaining(Object.keys(kind.suggests ?? {})));
  });
});

describe('errors', () => {
  it('are given their codes by the catalogue alone', () => {
    const gives = /\bcode: '[a-z]|new ApiError\(/;
    expect(linesWhere((line) => gives.test(line), 'errors')).toEqual([]);
  });
});

describe('sizes', () => {
  it('files have at most 250 lines, tables of tests 400', () => {
    const tests = filesIn('test').map((path) => ({
      path,
      lines: read(path).split('\n'),
      max: 400,
    }));
    const all = [...sources.map((source) => ({ ...source, max: 250 })), ...tests];
    // The last line end makes one entry more than there are lines.
    const long = all.filter(({ lines, max }) => lines.length - 1 > max);
    expect(long.map(({ path, lines }) => `${path}: ${lines.length - 1}`)).toEqual([]);
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
  it('every file opens with what it holds', () => {
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

  it('exports are named, and no file only hands others on', () => {
    expect(linesWhere((line) => /^export (default|\*|\{.*\} from)/.test(line))).toEqual([]);
  });

  it('nothing is any', () => {
    const isAny = /(:|<|as|\||,) ?any\b(?!')|\bany\[\]/;
    const code = (line: string) => line.replace(/\/\/.*|^\s*(\/?\*).*|'[^']*'|`[^`]*`/g, '');
    expect(linesWhere((line) => isAny.test(code(line)))).toEqual([]);
  });

  it('there is one class, ApiError', () => {
    const classes = sources.flatMap(({ text }) => text.match(/^(export )?class \w+/gm) ?? []);
    expect(classes).toEqual(['export class ApiError']);
  });
});

describe('kinds', () => {
  it('no table names them outside their room', () => {
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

describe('the README', () => {
  const readme = existsSync(join(top, 'README.md')) ? read('README.md') : '';

  it('names every setting', () => {
    const reads = /(?:text|number|oneOf|url)\(\s*'([A-Z][A-Z0-9_]*)'/g;
    const settings = new Set([...read('src/config.ts').matchAll(reads)].map(([, name]) => name));
    expect(settings).toContain('PORT');
    expect([...settings].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('names every error code', () => {
    const catalogue = read('src/errors.ts');
    const codes = [...catalogue.matchAll(/new ApiError\(\s*[^,]+,\s*['`]([^'`]+)['`]/g)];
    expect(codes.length).toBeGreaterThan(20);
    // Of a code with the name of a kind in it, the part that is the same for all.
    const fixed = codes.map(([, code = '']) => longest(code.split(/\$\{\w+\}/)));
    expect(fixed.filter((code) => !readme.includes(code))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  const all = readdirSync(join(top, folder), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(top, path), 'utf8');
}

function readSource(path: string): Source {
  const text = read(path);
  const named = [...text.matchAll(/(?:from|import|import\() ?'([^']+)'/g)].map(([, to = '']) => to);
  const isOurs = (name: string) => name.startsWith('.');
  return {
    path,
    room: roomOf(path),
    text,
    lines: text.split('\n'),
    imports: named.filter(isOurs).map((name) => join(dirname(path), name).replace(/\.js$/, '.ts')),
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
  const inside = path.replace(/^src\//, '').replace(/\.ts$/, '');
  const fitting = Object.keys(mayImport).filter(
    (room) => inside === room || inside.startsWith(`${room}/`),
  );
  return longest(fitting);
}

function longest(texts: string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

const sorted = (property: PropertySchema | undefined): string[] =>
  [...((property?.enum ?? []) as string[])].sort();

const isWithin = (rooms: Set<string>, allowed: string[] = []): boolean =>
  [...rooms].every((room) => allowed.includes(room));

/** → `path:line: text` of the lines of the source that answer to `test`, one room left out. */
function linesWhere(test: (line: string) => boolean, except?: string): string[] {
  return sources
    .filter(({ room }) => room !== except)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 80)}`] : [],
      ),
    );
}

/** → the first cycle found, from a place back to it; empty when there is none. */
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

/** A docstring ends right above the export; a linter's note may stand between. */
function isDocumented(lines: string[], index: number): boolean {
  let above = index - 1;
  while (/^\/\/ biome-ignore/.test(lines[above] ?? '')) above--;
  return /\*\/\s*$/.test(lines[above] ?? '');
}

/**
 * → the functions of a formatted file: where each begins (1 and up) and how many lines it has.
 * The formatter puts the closing brace of a body at the indent of the line that begins it.
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
