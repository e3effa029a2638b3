/** The third group of the record store's port: images and users. */
import type { ImageRecord } from '../kinds/record.js';

/** The third group: images by ID and URL. */
export interface ImageStore {
  get(id: number): Promise<ImageRecord | null>;
  findByUrl(url: string): Promise<ImageRecord | null>;
  /** Stores the image unless its URL is already stored. → the stored image. */
  insert(image: ImageRecord): Promise<ImageRecord>;
  remove(ids: readonly number[]): Promise<void>;
}

/** A user as stored. */
export interface StoredUser {
  id: number;
  name: string;
  role: string;
  /** SHA-256 of the token, hex. The token itself is not stored. */
  token_hash: string;
  /** The token before, which is valid until `old_token_until_utc`; both null: there is none. */
  old_token_hash: string | null;
  old_token_until_utc: string | null;
  created_utc: string;
  revoked_utc: string | null;
}

/** What changes about an active user. `revoked_utc` ends the user and all tokens. */
export type UserChange = Partial<Omit<StoredUser, 'id' | 'name' | 'created_utc'>>;

/** The third group: users and their tokens. */
export interface UserStore {
  /**
   * → the user, or null when an active user already has the name. A revoked user of that name
   * becomes active again and keeps the ID.
   */
  add(
    user: Pick<StoredUser, 'name' | 'role' | 'token_hash' | 'created_utc'>,
  ): Promise<StoredUser | null>;
  list(): Promise<StoredUser[]>;
  get(id: number): Promise<StoredUser | null>;
  /** → the active user whose token, or old token at `nowUtc`, has this hash. */
  findByHash(tokenHash: string, nowUtc: string): Promise<StoredUser | null>;
  /** Changes an active user. → false when there is none of that name. */
  change(name: string, change: UserChange): Promise<boolean>;
}
