/** The survivor after a merge: missing fields, place in the tree. */
import type { Kind } from '../../kinds/kind.js';
import {
  type ImageRecord,
  isJsonObject,
  type JsonObject,
  type StoredRecord,
} from '../../kinds/record.js';
import { languageOf, type SiteLanguages, textsBeside, toldIn } from '../../kinds/texts.js';
import { isBlank } from '../../lib/text/text.js';
import type { Deps } from '../deps.js';
import { ancestorsOf } from '../write/tree.js';

/**
 * → the fields of the survivor; a missing field comes from the first dropped record that has it. A
 * field with an initial value, such as a flag, is never missing. Fields of a group come from the
 * same record. `image`: only if the survivor has no image.
 */
export function filled(
  kind: Kind,
  survivor: StoredRecord,
  dropped: readonly StoredRecord[],
  languages: SiteLanguages,
): { values: JsonObject; image: ImageRecord | null } {
  const plainTag = languageOf(survivor, languages);
  const told = dropped.map((record) => toldIn(record, plainTag, languages));
  const values: JsonObject = Object.assign({}, ...told.toReversed().map(textsBeside));
  Object.assign(values, textsBeside(survivor));
  let image: ImageRecord | null = null;
  const named = Object.entries(kind.fields);
  for (const [name, { stored, initial, read, group }] of named) {
    if (!stored || read || initial !== undefined) continue;
    const together = named.filter(([, field]) => group && field.group === group);
    const source = [survivor, ...told].find(({ fields }) =>
      [name, ...together.map(([other]) => other)].some((field) => !isBlank(fields[field])),
    );
    const value = source?.fields[name];
    if (!source || value === undefined) continue;
    if (stored !== 'image') values[name] = value;
    else if (source !== survivor && isJsonObject(value))
      image = { ...value } as unknown as ImageRecord;
  }
  return { values, image };
}

/**
 * → the ancestors of the survivor after the merge, the root first. A survivor below a dropped term
 * takes the place of the topmost dropped term: its children would else be its ancestors.
 */
export async function ancestorsAfterMerge(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  survivor: StoredRecord,
  dropped: readonly number[],
): Promise<StoredRecord[]> {
  const parent = Number(survivor.fields.parent ?? 0);
  const path = parent === 0 ? [] : ((await ancestorsOf(deps, kind, parent)) ?? []);
  const first = path.findIndex(({ id }) => dropped.includes(id));
  return first < 0 ? path : path.slice(0, first);
}
