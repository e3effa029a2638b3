// Checks whether a URL in the image field of a record leads to an image. The file itself is never
// read. A caller's URL must not make the service connect to its own machine or network, however the
// address is written, redirected to or resolved. Contract 4.5 (OURS).

import { type NetworkRules, requestOutside } from './outbound.js';
import { parseUrl } from './urls.js';

/** Longest URL of any field, in characters. */
const URL_CHARS_MAX = 2048;

const REDIRECTS_MAX = 3;
const ANSWER_HEADERS_MAX_BYTES = 8192;

const EXTENSION_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
  ['image/vnd.microsoft.icon', 'ico'],
]);
const EXTENSIONS: ReadonlySet<string> = new Set([...EXTENSION_OF_TYPE.values(), 'jpeg']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The head of a response, or why there was none. */
type Answer = { status: number; contentType: string; location: string } | { reason: string };

/** An image: `extension` is jpg, png, gif, webp, avif or ico. Or the reason why there is none. */
export type ImageCheck = { extension: string } | { reason: string };

/**
 * Checks whether `url` leads to an image; `null` for a URL that may not be asked at all; never
 * throws. The URL must be http or https, without user or password, and have at most 2,048
 * characters; any port is allowed. Offline, its path must end in an image extension. Online, a HEAD
 * request must return 200 with an allowed image type, after at most three redirects, each under the
 * same rules. `timeoutMs` is for all of it, name resolution included.
 */
export async function checkRemoteImage(
  url: string,
  { online, timeoutMs, ...rules }: NetworkRules & { online: boolean; timeoutMs: number },
): Promise<ImageCheck | null> {
  if (!online) {
    const target = parseTarget(url);
    return target === null ? null : extensionOfPath(target.pathname);
  }
  const signal = AbortSignal.timeout(timeoutMs);
  let target = parseTarget(url);
  if (target === null) return null;
  for (let asked = 0; asked <= REDIRECTS_MAX; asked += 1) {
    const answer = await askHead(target, rules, signal);
    if ('reason' in answer) return answer;
    if (answer.status === 200) return extensionOfType(answer.contentType);
    if (!REDIRECTS.has(answer.status) || answer.location === '') {
      return { reason: `the server answers ${answer.status}` };
    }
    target = parseTarget(answer.location, target);
    if (target === null) return { reason: 'a redirect to a URL that may not be asked' };
  }
  return { reason: `more than ${REDIRECTS_MAX} redirects` };
}

/** The URL if it may be requested, else `null`. `base` is the URL that redirected to it. */
function parseTarget(text: string, base?: URL): URL | null {
  // The URL parser silently drops surrounding spaces and all line breaks.
  if (text.length > URL_CHARS_MAX || /[\s\p{Cc}]/u.test(text)) return null;
  if (base === undefined && !/^https?:\/\//i.test(text)) return null;
  const url = parseUrl(text, base);
  if (!url) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href.length > URL_CHARS_MAX ? null : url;
}

function extensionOfPath(path: string): ImageCheck {
  const extension = /[^/]\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS.has(extension)) return { reason: 'its path has no extension of an image' };
  return { extension: extension === 'jpeg' ? 'jpg' : extension };
}

function extensionOfType(contentType: string): ImageCheck {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSION_OF_TYPE.get(type);
  if (extension !== undefined) return { extension };
  return { reason: type ? `the type ${type.slice(0, 100)} is not that of an image` : 'no type' };
}

/** Sends one HEAD request. Never rejects: every failure resolves to its reason. */
async function askHead(url: URL, rules: NetworkRules, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await requestOutside(url, rules, {
      method: 'HEAD',
      headers: { 'user-agent': 'Marquee', accept: 'image/*' },
      maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
      signal,
    });
    response.on('error', () => undefined);
    response.destroy();
    return {
      status: response.statusCode ?? 0,
      contentType: response.headers['content-type'] ?? '',
      location: response.headers.location ?? '',
    };
  } catch (error) {
    if (signal.aborted) return { reason: 'no answer in time' };
    const { code, message } = error as NodeJS.ErrnoException;
    return { reason: `no answer (${code ?? message})` };
  }
}
