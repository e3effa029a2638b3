/** What is remembered of the events of a source between its runs. Contract 32. */
import type { Deps } from '../../records/deps.js';
import type { StoredDocument } from '../../store/port.js';
import type { Chosen } from './choose.js';
import { type State, sourceStates } from './source.js';

/** What is known of the events of a source. */
export type StoredState = Omit<StoredDocument<State>, 'type'>;

/** → it, as it is stored. */
export const readState = async (deps: Deps, id: number): Promise<StoredState> =>
  (await sourceStates.find(deps, id)) ?? { id, revision: 0, value: {} };

/** Stores what is known of the events from now on. Another process that was faster did the same. */
export async function endState(
  deps: Deps,
  stored: StoredState,
  { present }: Chosen,
): Promise<void> {
  for (const [uid, { sequence, modified, dates, isOver }] of present) {
    const known = {
      sequence,
      modified,
      ...(dates ? { dates } : {}),
      ...(isOver ? { isOver } : {}),
    };
    stored.value[uid] = { ...known, gone: 0 };
  }
  await sourceStates.swap(deps, stored);
}
