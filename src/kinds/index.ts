/** The registry of the five kinds, by name and by route. */
import type { Kind, Relation } from './kind.js';
import { event } from './posts/event.js';
import { organizer } from './posts/organizer.js';
import { venue } from './posts/venue.js';
import type { KindName } from './record.js';
import { category, tag } from './terms.js';

/** The five kinds by name. */
export const kinds: Readonly<Record<KindName, Kind>> = { event, venue, organizer, category, tag };

/** All five, in the order of the interface. */
export const allKinds: readonly Kind[] = Object.values(kinds);

/** The kinds whose records link others. */
export const holderKinds: readonly Kind[] = allKinds.filter((kind) => kind.relations.length > 0);

/** → the relations that link a kind, `[{holder, relation}]`; empty without links. */
export function holdersOf(target: KindName): readonly Holding[] {
  return holdings[target];
}

/** A relation, and the kind whose records it belongs to. */
interface Holding {
  holder: Kind;
  relation: Relation;
}

const holdings = Object.fromEntries(
  allKinds.map(({ name }) => [
    name,
    holderKinds.flatMap((holder) =>
      holder.relations
        .filter(({ target }) => target === name)
        .map((relation) => ({ holder, relation })),
    ),
  ]),
) as Record<KindName, Holding[]>;

/** The kinds that events link: their duplicates can be merged. */
export const mergedKinds: readonly Kind[] = allKinds.filter(
  ({ name }) => holdersOf(name).length > 0,
);
