/**
 * HTML → plain text, for formats that know no HTML. The text is read in one pass without nesting,
 * so that hostile input takes no longer than any other of its length.
 */
import { Tokenizer } from 'htmlparser2';

/** Elements that begin and end a line. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'
  ).split(' '),
);

/** Elements whose content is not for readers. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title']);

/** → whether a text holds tags, comments or entities of HTML. */
export const isHtml = (text: string): boolean => /<[a-z/!]|&(#\d|#x[\da-f]|[a-z]+;)/i.test(text);

/**
 * → the text without tags, with entities decoded; paragraphs and other blocks are separate lines.
 * Any other text is returned unchanged. Line ends are `\n`.
 */
export function toPlainText(text: string): string {
  const source = text.replace(/\r\n?/g, '\n');
  if (!isHtml(source)) return source;
  const plain = textIn(source, {
    decodeEntities: true,
    insertAt: (name, isOpening) => {
      const line = BLOCKS.has(name) ? '\n' : '';
      return isOpening && name === 'li' ? `${line}- ` : line;
    },
  });
  return plain
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How the text of HTML is read. */
interface TextOptions {
  /** Whether entities are decoded. */
  decodeEntities: boolean;
  /** → the replacement of a tag in the text. `name` is in lower case. */
  insertAt?: (name: string, isOpening: boolean) => string;
}

/** → the text between the tags, without the content of scripts and the like. Takes one pass. */
export function textIn(source: string, { decodeEntities, insertAt }: TextOptions): string {
  let text = '';
  let hidden: string | null = null;
  const add = (part: string) => {
    if (hidden === null) text += part;
  };
  const tag = (isOpening: boolean) => (start: number, end: number) => {
    const name = source.slice(start, end).toLowerCase();
    if (insertAt) add(insertAt(name, isOpening));
    if (isOpening && hidden === null && HIDDEN.has(name)) hidden = name;
    else if (!isOpening && hidden === name) hidden = null;
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities },
    {
      ontext: (start, end) => add(source.slice(start, end)),
      ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
      onopentagname: tag(true),
      onclosetag: tag(false),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onopentagend: ignore,
      onselfclosingtag: () => {
        hidden = null;
      },
      onend: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** → the text with the signs of HTML escaped. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** → a text as HTML: HTML as it is, anything else escaped, with `<br>` at line ends. */
export function toHtml(text: string): string {
  if (isHtml(text)) return text;
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>\n');
}
