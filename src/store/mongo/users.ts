/** The users of the MongoDB record store. Revoked users are kept. */
import type { StoredUser, UserStore } from '../port.js';
import { type Mongo, TIMED, type UserDocument } from './collections.js';
import { guard, isDuplicate } from './connect.js';
import { nextIds } from './read.js';

/** → the user store. */
export function openMongoUsers(mongo: Mongo): UserStore {
  const { users } = mongo;
  return {
    add: ({ name, role, token_hash, created_utc }) =>
      guard(async () => {
        try {
          const again = await users.findOneAndUpdate(
            { name, active: { $exists: false } },
            { $set: { role, token_hash, revoked_utc: null, active: true } },
            { ...TIMED, sort: { _id: -1 }, returnDocument: 'after' },
          );
          if (again) return toUser(again);
          const [id = 0] = await nextIds(mongo, 'user', 1);
          const added = { ...NEW, id, name, role, token_hash, created_utc };
          await users.insertOne({ _id: id, ...added, active: true }, TIMED);
          return added;
        } catch (error) {
          if (isDuplicate(error)) return null;
          throw error;
        }
      }),
    list: () =>
      guard(async () => (await users.find({}, TIMED).sort({ _id: 1 }).toArray()).map(toUser)),
    get: (id) => guard(async () => userOrNull(await users.findOne({ _id: id }, TIMED))),
    findByHash: (tokenHash, nowUtc) =>
      guard(async () => {
        const found = await users.findOne({ token_hash: tokenHash, active: true }, TIMED);
        if (found) return toUser(found);
        const isValid = { old_token_until_utc: { $gt: nowUtc }, active: true as const };
        return userOrNull(await users.findOne({ old_token_hash: tokenHash, ...isValid }, TIMED));
      }),
    change: (name, change) =>
      guard(async () => {
        const ended = change.revoked_utc ? { $unset: { active: 1 as const } } : {};
        const changed = await users.updateOne(
          { name, active: true },
          { $set: change, ...ended },
          TIMED,
        );
        return changed.matchedCount > 0;
      }),
  };
}

const NEW = { old_token_hash: null, old_token_until_utc: null, revoked_utc: null };

const userOrNull = (document: UserDocument | null): StoredUser | null =>
  document ? toUser(document) : null;

// Users of earlier releases have no fields for an old token.
function toUser({ _id, active, ...user }: UserDocument): StoredUser {
  return { ...NEW, ...user };
}
