/**
 * Requests to addresses that somebody else named: the service's own machine and network are not
 * reached, however the address is written or resolved. Contract 4.5 (OURS).
 */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Rules for the requests. */
export interface NetworkRules {
  /** Whether addresses that are not public may be reached. */
  isPrivateAllowed?: boolean;
  /** Only tests set these: how names are resolved, and addresses that count as public. */
  lookup?: LookupFunction;
  allowIPAddressList?: string[];
}

/**
 * Sends a request. → the response, whose body nobody has read. It connects to the
 * very addresses that were checked, which prevents DNS rebinding, and does not follow redirects.
 * Rejects when there is no answer.
 */
export async function requestOutside(
  url: URL,
  { isPrivateAllowed = false, ...rest }: NetworkRules,
  { body, ...options }: RequestOptions & { body?: string },
): Promise<IncomingMessage> {
  const rules = {
    allowPrivateIPAddress: isPrivateAllowed,
    allowMetaIPAddress: isPrivateAllowed,
    ...rest,
  };
  const isSecure = url.protocol === 'https:';
  const agent = isSecure
    ? new RequestFilteringHttpsAgent(rules)
    : new RequestFilteringHttpAgent(rules);
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, { ...options, agent });
    request.on('response', resolve);
    request.on('error', (error) => reject(REFUSAL.test(error.message) ? notPublic(error) : error));
    request.on('close', () => reject(new Error('closed without an answer')));
    request.end(body);
  });
}

/** How the agent says that it refuses an address. */
const REFUSAL = /is not allowed\. Because/;

const notPublic = (cause: Error): Error => new Error('the address is not public', { cause });
