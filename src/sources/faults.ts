/** The faults of a source, in words for the operator. Contract 32. */
import { ApiError } from '../errors.js';

/** → the fault. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (error instanceof ApiError) return cause instanceof Error ? cause.message : message;
  const name = code ?? (cause as NodeJS.ErrnoException | undefined)?.code;
  const words = name === undefined ? undefined : CODES[name];
  if (words !== undefined) return `${words} (${name})`;
  return code === undefined ? message : `${message} (${code})`;
}

const UNKNOWN_ISSUER = 'its certificate is vouched for by nobody that this system trusts';
const CUT = 'the connection was broken off';

/** Codes of Node and OpenSSL. */
const CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  ECONNREFUSED: 'its host refuses connections',
  ECONNRESET: CUT,
  EPIPE: CUT,
  ETIMEDOUT: 'its host does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  EPROTO: 'it does not speak TLS as this system does',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS at this port',
};

/** → the reason against an answer with this status. `isSent`: a password was sent. */
export function faultOfStatus(
  status: number,
  { isSent, isRedirected }: { isSent: boolean; isRedirected: boolean },
): string {
  const words = status >= 500 ? 'it has a fault of its own' : STATUSES[status];
  const denied = isSent ? 'it refuses this user and password' : 'it wants a user and a password';
  const lost = 'behind the redirect it wants a password, which no redirect takes along';
  const told = status !== 401 ? words : isSent && isRedirected ? lost : denied;
  return `the server answered ${status}${told === undefined ? '' : `: ${told}`}`;
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'it does not understand the request',
  403: 'it lets nobody read this, or not this service',
  404: 'there is nothing at this URL',
  406: 'it has no form that is read',
  410: 'what was at this URL is gone for good',
  429: 'it was asked too often',
};
