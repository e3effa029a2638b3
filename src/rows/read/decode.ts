/**
 * Bytes → text. Bytes invalid in the encoding become a mark, so that only their rows are rejected:
 * a wrong guess would load wrong names silently.
 */

/** Marks invalid bytes: a lone surrogate, which no encoding can give. */
const unreadable = '\uDFFF';

/** → whether bytes of the text could not be read in the encoding of the file. */
export const isUnreadable = (text: string): boolean =>
  text.includes(unreadable) && /\uDFFF/u.test(text);

/** Why such a text is rejected. */
export const UNREADABLE =
  'not text in the encoding of the file (UTF-8 unless named): name it, windows-1252 for example';

/** → whether an encoding of this name is known, as the WHATWG Encoding Standard names them. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** How bytes are decoded. */
export interface Encodings {
  /** The encoding; absent: found in the bytes. */
  encoding?: string | undefined;
  /** The fallback encoding, from the first piece that is invalid in the detected encoding. */
  otherwise?: string | undefined;
}

/**
 * → the text, without its byte order mark. The encoding is the named encoding, else the mark's,
 * else UTF-16 if every other byte at the beginning is zero, else UTF-8. Line ends of CR alone
 * become LF. Throws a RangeError for an unknown encoding.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  /** Asked when the first bytes are there. */
  encodings: () => Encodings = () => ({}),
): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let lineEnd: string | null = null;
  const decode = (chunk: Uint8Array, isEnd: boolean) => {
    decoder ??= openDecoder(encodings(), chunk);
    const text = decoder(chunk, isEnd);
    if (lineEnd === null && /[\r\n][\s\S]/.test(text)) lineEnd = text.includes('\n') ? '\n' : '\r';
    return lineEnd === '\r' ? text.replaceAll('\r', '\n') : text;
  };
  for await (const chunk of bytes) {
    const text = decode(chunk, false);
    if (text !== '') yield text;
  }
  const last = decode(new Uint8Array(), true);
  if (last !== '') yield last;
}

type Decoder = (chunk: Uint8Array, isEnd: boolean) => string;

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && first !== 0) return 'utf-16le';
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : 'utf-8';
}

function openDecoder({ encoding, otherwise }: Encodings, start: Uint8Array): Decoder {
  let decoder = new TextDecoder(encoding ?? encodingOf(start));
  let other = encoding === undefined ? otherwise : undefined;
  // A text may contain U+FFFD itself: only this decoder distinguishes it from invalid bytes.
  let strict = new TextDecoder(decoder.encoding, { fatal: true });
  const decode: Decoder = (chunk, isEnd) => {
    const options = { stream: !isEnd };
    const text = decoder.decode(chunk, options);
    try {
      strict.decode(chunk, options);
      return text;
    } catch {
      const next = other;
      other = undefined;
      if (next !== undefined) decoder = new TextDecoder(next);
      strict = new TextDecoder(decoder.encoding, { fatal: true });
      return next === undefined ? text.replaceAll('\uFFFD', unreadable) : decode(chunk, isEnd);
    }
  };
  return decode;
}
