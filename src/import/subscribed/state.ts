/** What is remembered of the events of a source between its runs. */
import type { Deps } from '../../records/deps.js';
import { type Chosen, keyOfSource } from './choose.js';
import { editedFields, fingerprints } from './edited.js';
import { type Source, type State, sourceStates } from './source.js';

/** What is known of the events of a source, as it was read. */
export interface KnownState {
  revision: number;
  state: State;
}

/** → what is known of the events of a source. */
export async function readState(deps: Deps, id: number): Promise<KnownState> {
  const found = await sourceStates.find(deps, id);
  return { revision: found?.revision ?? 0, state: found?.value ?? {} };
}

/** Another process that was faster has stored the same. */
async function writeState(deps: Deps, id: number, known: KnownState): Promise<void> {
  const { revision, state: value } = known;
  if (await sourceStates.swap(deps, { id, revision, value })) known.revision += 1;
}

interface Running {
  id: number;
  value: Source;
  chosen: Chosen;
}

/**
 * → the fields that stay as they were edited here. Until the load is over no fingerprints are
 * stored: values of a load that died must not look like edited ones.
 */
export async function beginState(deps: Deps, known: KnownState, { id, value, chosen }: Running) {
  if (value.authority !== 'merge') return new Map<string, Set<string>>();
  const edited = await editedFields(deps, known.state, (uid) => keyOfSource(id, uid));
  const begun = Object.entries(known.state).map(([uid, one]) => {
    const { fields: _, ...rest } = one;
    return [uid, chosen.present.has(uid) ? rest : one] as const;
  });
  const during = { revision: known.revision, state: Object.fromEntries(begun) };
  await writeState(deps, id, during);
  known.revision = during.revision;
  return edited;
}

/** Stores what is known of the events from now on. */
export async function endState(
  deps: Deps,
  known: KnownState,
  { id, value, chosen, edited }: Running & { edited: Map<string, Set<string>> },
): Promise<void> {
  const keyOf = (uid: string) => keyOfSource(id, uid);
  const isMerged = value.authority === 'merge';
  const uids = [...chosen.present.keys()];
  const now = isMerged ? await fingerprints(deps, uids.map(keyOf)) : new Map();
  for (const [uid, version] of chosen.present) {
    const fields = now.get(keyOf(uid)) as Record<string, string> | undefined;
    for (const name of edited.get(keyOf(uid)) ?? []) {
      // What it was before the edit.
      const before = known.state[uid]?.fields?.[name];
      if (fields) fields[name] = before ?? '';
    }
    known.state[uid] = { ...version, gone: 0, ...(fields ? { fields } : {}) };
  }
  await writeState(deps, id, known);
}
