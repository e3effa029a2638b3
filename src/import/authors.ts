/** The authors that lines of an export name: users of the same names here. Contract 18.2. */
import type { Kind } from '../kinds/kind.js';
import type { Deps } from '../records/deps.js';
import type { Notes } from '../rows/notes.js';
import { listUsers } from '../service/users.js';
import type { LoadEntry } from './entry.js';

/**
 * → the rows with the IDs of their authors. A row whose author is no user here says nothing of its
 * author; `notes` counts these.
 */
export async function withAuthors<Row extends LoadEntry>(
  deps: Pick<Deps, 'store'>,
  { family }: Kind,
  rows: readonly Row[],
  notes?: Notes,
): Promise<Row[]> {
  if (!family.hasStatus || rows.every(({ authorName }) => authorName === undefined)) {
    return [...rows];
  }
  const ids = new Map((await listUsers(deps)).map(({ id, name }) => [name, id]));
  return rows.map((row) => {
    const { authorName, payload } = row;
    if (authorName === undefined) return row;
    const author = ids.get(authorName);
    if (author === undefined) {
      notes?.add('author_name', NO_USER);
      return row;
    }
    return { ...row, payload: { ...payload, author, values: { ...payload.values, author } } };
  });
}

const NO_USER = 'no such user here: the author of what is new is who loads it; rows';
