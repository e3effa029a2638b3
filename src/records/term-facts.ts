/** Facts of terms for the answer to a single record: from memory, else from the store. */
import { kinds } from '../kinds/index.js';
import type { KindName, RecordCore, StoredRecord } from '../kinds/record.js';
import type { FactsOf, TermFacts } from '../present/markers.js';
import { refKey } from '../store/port.js';
import { usageOf } from '../sync/push.js';
import type { Deps } from './deps.js';
import { UNKNOWN_TERM } from './terms.js';
import { ancestorsOf } from './write/tree.js';

/**
 * → exact facts of a term itself, or remembered facts of the terms of a record. A failure of the
 * store does not fail the answer: it then shows the facts at hand.
 */
export async function factsFor(deps: Deps, record: StoredRecord): Promise<FactsOf> {
  const byKey = new Map<string, TermFacts>();
  const read = async (kind: KindName, terms: readonly RecordCore[]) => {
    const facts = await readFacts(deps, kind, terms).catch(() => new Map<number, TermFacts>());
    for (const [id, term] of facts) byKey.set(refKey({ kind, id }), term);
    return facts;
  };
  if (!kinds[record.kind].family.hasStatus) await read(record.kind, [record]);
  const relations = kinds[record.kind].relations.filter(({ inline }) => inline === 'name');
  await Promise.all(
    relations.map(async ({ field, target }) => {
      const terms = record.relations[field] ?? [];
      const remembered = deps.terms.rememberedFacts(
        target,
        terms.map(({ id }) => id),
      );
      for (const [id, term] of remembered) byKey.set(refKey({ kind: target, id }), term);
      const missing = terms.filter(({ id }) => !remembered.has(id));
      deps.terms.remember(target, await read(target, missing));
    }),
  );
  return (kind, id) => byKey.get(refKey({ kind, id })) ?? UNKNOWN_TERM;
}

async function readFacts(
  deps: Deps,
  name: KindName,
  terms: readonly RecordCore[],
): Promise<Map<number, TermFacts>> {
  if (terms.length === 0) return new Map();
  const refs = terms.map(({ id }) => ({ kind: name, id }));
  const usage = await usageOf(deps, refs);
  const facts = new Map<number, TermFacts>();
  for (const { id } of terms) {
    // A snapshot may have the parent of before a move.
    const path = kinds[name].isTree ? await ancestorsOf(deps, kinds[name], id) : null;
    const above = path?.slice(0, -1).map(({ slug }) => `${encodeURIComponent(slug)}/`) ?? [];
    const count = usage.get(refKey({ kind: name, id }))?.published ?? 0;
    facts.set(id, { count, above: above.join('') });
  }
  return facts;
}
