/** Users and images of the MongoDB record store. */
import { randomUUID } from 'node:crypto';
import type { ImageRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { ImageStore, StoredUser, UserStore } from '../port.js';
import type { ImageDocument, Mongo, UserDocument } from './collections.js';
import { guard, insertAll, isDuplicate } from './connect.js';
import { nextIds } from './read.js';

/** → the images. An image's URL is its document's `_id`: the first of many inserts wins. */
export function openMongoImages({ images }: Mongo): ImageStore {
  const read = (document: ImageDocument | null): ImageRecord | null => {
    if (!document) return null;
    const { _id, ...image } = document;
    return image;
  };
  return {
    get: (id) => guard(async () => read(await images.findOne({ id }))),
    findByUrl: (url) => guard(async () => read(await images.findOne({ _id: url }))),
    insert: (image) =>
      guard(async () => {
        await insertAll(images, [{ _id: image.url, ...image }]);
        return read(await images.findOne({ _id: image.url })) ?? image;
      }),
  };
}

/** → the users; revoked ones stay, so that their ID is never given to somebody else. */
export function openMongoUsers(mongo: Mongo): UserStore {
  const { users } = mongo;
  const isUser: Record<string, null> = { isVoid: null };
  return {
    add: (user) =>
      guard(async () => {
        const [id = 0] = await nextIds(mongo, 'user', 1);
        const token = randomUUID();
        if (!(await reserveName(mongo, user.name, { id, token }))) return null;
        const { name, role, token_hash, created_utc } = user;
        const stored: StoredUser = { id, name, role, token_hash, created_utc, revoked_utc: null };
        try {
          await users.insertOne({ _id: id, ...stored });
        } catch (error) {
          // Somebody took this process for dead and the name for free.
          if (isDuplicate(error)) return null;
          throw error;
        }
        return stored;
      }),
    list: () =>
      guard(async () => (await users.find(isUser).sort({ _id: 1 }).toArray()).map(toUser)),
    get: (id) => guard(async () => userOrNull(await users.findOne({ _id: id, ...isUser }))),
    findByHash: (tokenHash) =>
      guard(async () =>
        userOrNull(await users.findOne({ token_hash: tokenHash, revoked_utc: null, ...isUser })),
      ),
    revoke: (name, revokedUtc) =>
      guard(async () => {
        const revoked = await users.findOneAndUpdate(
          { name, revoked_utc: null, ...isUser },
          { $set: { revoked_utc: revokedUtc } },
        );
        if (!revoked) return false;
        await mongo.reservations.deleteOne({ _id: nameId(name), owner: revoked._id });
        return true;
      }),
    setToken: (id, tokenHash) =>
      guard(async () => {
        await users.updateOne({ _id: id, ...isUser }, { $set: { token_hash: tokenHash } });
      }),
  };
}

const nameId = (name: string): string => `user:${name}`;

const userOrNull = (document: UserDocument | null): StoredUser | null =>
  document ? toUser(document) : null;

function toUser(document: UserDocument): StoredUser {
  const { _id, isVoid, ...user } = document;
  return user as StoredUser;
}

/**
 * Reserves a user's name as slugs are reserved (reserve.ts): one whose user is not there is being
 * added, or was left behind; in that case its ID is given up before the name is taken over.
 */
async function reserveName(
  mongo: Mongo,
  name: string,
  { id, token }: { id: number; token: string },
): Promise<boolean> {
  const _id = nameId(name);
  for (let tries = 0; tries < limits.reserveTries; tries++) {
    const mine = { owner: id, token, at: mongo.now() };
    if ((await insertAll(mongo.reservations, [{ _id, ...mine }])).length === 0) return true;
    const found = await mongo.reservations.findOne({ _id });
    if (!found) continue;
    const holder = await mongo.users.findOne({ _id: found.owner });
    if (holder && !holder.isVoid && holder.revoked_utc === null) return false;
    if (!holder) {
      if (mongo.now() - found.at < limits.abandonedMs) return false;
      const isTaken = await insertAll(mongo.users, [{ _id: found.owner, isVoid: true }]);
      if (isTaken.length > 0) continue;
    }
    const taken = await mongo.reservations.updateOne({ _id, token: found.token }, { $set: mine });
    if (taken.matchedCount === 1) return true;
  }
  return false;
}
