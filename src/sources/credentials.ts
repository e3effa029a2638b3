/** The user and password of a source: sent over https, to the origin that they were given for. */
import type { Issue } from '../errors.js';
import { parseUrl } from '../lib/net/urls.js';

/** Credentials for a source. They are stored in plain, like the secrets of webhooks. */
export interface Credentials {
  /** Their origin. */
  origin: string;
  user: string;
  password: string;
}

/** Most characters of a user or password. */
const CHARS_MAX = 1000;

/** → the faults of the user and password for a URL. */
export function credentialIssues(
  url: string,
  credentials: Credentials | null,
  { isPrivateAllowed = false }: { isPrivateAllowed?: boolean },
): Issue[] {
  const target = parseUrl(url);
  if (!credentials || !target) return [];
  const { origin, user, password } = credentials;
  const issues: Issue[] = [];
  const add = (param: string, reason: string) => void issues.push({ param, reason });
  // RFC 7617, 2: a colon ends the user.
  if (user === '' || user.length > CHARS_MAX || /[:\p{Cc}]/u.test(user)) {
    add('user', `Must be 1 to ${CHARS_MAX} characters without a colon.`);
  }
  if (password === '' || password.length > CHARS_MAX || /\p{Cc}/u.test(password)) {
    add('password', `Must be one line of 1 to ${CHARS_MAX} characters.`);
  }
  const isTest = isPrivateAllowed && LOOPBACK.test(target.hostname);
  if (target.protocol !== 'https:' && !isTest) add('url', 'A password goes over https alone.');
  if (target.origin !== origin) {
    add('user', `Is that of ${origin}: give both again, or remove them with --user "".`);
  }
  return issues;
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\])$/;

/** → the header for a URL; undefined for another origin. */
export function authorizationFor(
  target: URL,
  credentials: Credentials | null,
): { authorization: string } | undefined {
  if (!credentials || target.origin !== credentials.origin) return undefined;
  const { user, password } = credentials;
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
