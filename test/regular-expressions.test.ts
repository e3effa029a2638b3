/**
 * Each regular expression literal of the source takes linear time, whatever it reads: a checker that
 * others wrote (recheck) looks for a text that it would take long over, and Node tries this text.
 */
import { checkSync, type VulnerableDiagnostics } from 'recheck';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { growthOf } from './support/doubling.js';
import { filesIn, read } from './support/sources.js';

/** Files whose expressions read short texts alone: how many characters, and what bounds them. */
const SHORT: Record<string, string> = {
  'src/lib/money/cost.ts': '100: a value of a cost, COST_VALUE_LENGTH_MAX',
  'src/lib/money/price.ts': '100: a value of a cost, COST_VALUE_LENGTH_MAX',
  'src/lib/place/town-forms.ts': '200: the name of a town, NAME_CHARS',
};

interface Literal {
  pattern: string;
  flags: string;
}

function* literalsIn(node: unknown): Generator<Literal> {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node && node.regex) yield node.regex as Literal;
  else for (const child of Object.values(node)) yield* literalsIn(child);
}

const files = filesIn('src').map((path) => {
  const lang = path.endsWith('x') ? ('tsx' as const) : ('ts' as const);
  return { path, literals: [...literalsIn(parseAst(read(path), { lang }))] };
});

/** → the growth of the time that the worst text takes which the checker has found. */
async function growthOfWorst({ pattern, flags }: Literal, { attack }: VulnerableDiagnostics) {
  const { pumps, suffix } = attack;
  const expression = new RegExp(pattern, flags);
  return await growthOf(async (chars) => {
    const times = chars / Math.max(1, pumps.length);
    const parts = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times / pump.length));
    `${parts.join('')}${suffix}`.replace(expression, '');
  });
}

it('the source has hundreds of literals', () => {
  expect(files.flatMap(({ literals }) => literals).length).toBeGreaterThan(300);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(SHORT)));
});

/** → the literals that take long over some text, unless the file reads short texts alone. */
async function slowOnes(literals: readonly Literal[], isShort: boolean): Promise<string[]> {
  const slow: string[] = [];
  for (const literal of literals) {
    const found = checkSync(literal.pattern, literal.flags, { timeout: 120_000, randomSeed: 1 });
    if (found.status === 'safe') continue;
    const isVulnerable = found.status === 'vulnerable';
    const { type, summary } = isVulnerable ? found.complexity : { type: '', summary: 'unknown' };
    if (isShort && type === 'polynomial') continue;
    // The checker also takes expressions for slow that look behind: Node has the last word.
    if (isVulnerable && (await growthOfWorst(literal, found)) === 0) continue;
    slow.push(`/${literal.pattern}/${literal.flags}: ${summary}`);
  }
  return slow;
}

it('a slow one is found', async () => {
  const slow = { pattern: '\\s*,', flags: 'u' };
  expect(await slowOnes([slow], false)).toHaveLength(1);
});

it.each(files.filter(({ literals }) => literals.length > 0))(
  '$path',
  async ({ path, literals }) => expect(await slowOnes(literals, path in SHORT)).toEqual([]),
  600_000,
);
