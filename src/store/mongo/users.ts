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
        const [id = 0] = await nextIds(mongo, 'user', 1);
        const user: StoredUser = { id, name, role, token_hash, created_utc, revoked_utc: null };
        try {
          await users.insertOne({ _id: id, ...user, active: true }, TIMED);
          return user;
        } catch (error) {
          if (isDuplicate(error)) return null;
          throw error;
        }
      }),
    list: () =>
      guard(async () => (await users.find({}, TIMED).sort({ _id: 1 }).toArray()).map(toUser)),
    get: (id) => guard(async () => userOrNull(await users.findOne({ _id: id }, TIMED))),
    findByHash: (tokenHash) =>
      guard(async () =>
        userOrNull(await users.findOne({ token_hash: tokenHash, active: true }, TIMED)),
      ),
    revoke: (name, revokedUtc) =>
      guard(async () => {
        const revoked = await users.updateOne(
          { name, active: true },
          { $set: { revoked_utc: revokedUtc }, $unset: { active: 1 } },
          TIMED,
        );
        return revoked.modifiedCount > 0;
      }),
    setToken: (id, tokenHash) =>
      guard(async () => {
        await users.updateOne({ _id: id }, { $set: { token_hash: tokenHash } }, TIMED);
      }),
  };
}

const userOrNull = (document: UserDocument | null): StoredUser | null =>
  document ? toUser(document) : null;

function toUser({ _id, active, ...user }: UserDocument): StoredUser {
  return user;
}
