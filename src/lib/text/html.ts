/** HTML from untrusted people: its allowed part. Source: Contract 24.1. */
import { Parser } from 'htmlparser2';
import sanitize from 'sanitize-html';
import { BLOCKS, escapeHtml, textIn, toHtml } from './plain-text.js';

/** Where links may lead, and where images may be. */
const LINK = /^(https?:\/\/|mailto:|tel:)/i;
const IMAGE = /^https?:\/\//i;

const ALLOWED: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img'],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  // A scheme hidden by entities or control characters does not match either.
  transformTags: {
    a: (tagName, { href, ...attributes }) => ({
      tagName,
      attribs: href !== undefined && LINK.test(href) ? { ...attributes, href } : attributes,
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !IMAGE.test(attribs.src ?? ''),
  // Deeper nesting is dropped: the tree of a page has bounds as well.
  nestingLimit: 100,
};

/**
 * → the HTML with only the elements, attributes and addresses of the allow-list; `<` and `&`
 * without a tag or entity are escaped. Clean HTML is unchanged. HTML that is nested too deeply, or
 * never comes to rest, becomes text.
 */
export function cleanHtml(html: string): string {
  if (!/[<>&]/.test(html)) return html;
  let before = html;
  for (let pass = 0; pass < PASSES && !isDeep(before); pass++) {
    const after = sanitize(before, ALLOWED);
    if (after === before) return after;
    before = after;
  }
  return escapeHtml(textIn(html, { decodeEntities: true }));
}

/** Passes until the output is stable; two for honest input. */
const PASSES = 4;

/** The library's time grows with the depth of open elements, and with the length. */
const OPEN_MAX = 1000;

/** → whether more elements are open at once than the library reads in a bearable time. */
function isDeep(html: string): boolean {
  let open = 0;
  const parser = new Parser({
    onopentagname() {
      open++;
      if (open > OPEN_MAX) parser.pause();
    },
    onclosetag() {
      if (open <= OPEN_MAX) open--;
    },
  });
  parser.end(html);
  return open > OPEN_MAX;
}

/**
 * → the text without tags, comments, scripts and styles; `between` where a block begins or ends.
 * `<` without a tag and entities are kept: this is a text, not HTML. An unclosed tag takes the
 * rest. Takes one pass: a tag that only the removal of others would form loses its `<`.
 */
export function withoutTags(text: string, between = ' '): string {
  if (!/<[a-z/!?]/i.test(text)) return text;
  const insertAt = (name: string) => (BLOCKS.has(name) ? between : '');
  const plain = textIn(text, { decodeEntities: false, insertAt }).trim();
  // A run of `<` is read once, also where no tag follows it.
  return plain.replace(/<+[a-z/!?]?/gi, (run) => (run.endsWith('<') ? run : run.slice(-1)));
}

/** Elements that a page has its own of: inside a text they are plain blocks. */
const LANDMARKS = ['main', 'header', 'footer', 'nav', 'aside', 'article', 'section', 'hgroup'];

/**
 * → a text for a page, from any author: cleaned HTML, or the lines of a text without HTML. Images
 * become links, since a page asks other sites for nothing; links are not recommendations; the title
 * of the page remains its only heading of the first level.
 */
export function pageHtml(text: string): string {
  const html = toHtml(text);
  if (html !== text) return html;
  let openLinks = 0;
  const count = (name: string, step: number) => {
    if (name === 'a') openLinks = Math.max(0, openLinks + step);
  };
  // A text with entities alone has its lines, too.
  const lined = /<[a-z/!]/i.test(text) ? text : text.replace(/\r\n?|\n/g, '<br>\n');
  return sanitize(cleanHtml(lined), {
    allowedTags: ALLOWED.allowedTags as string[],
    allowedAttributes: { ...ALLOWED.allowedAttributes, a: ['href', 'rel'] },
    onOpenTag: (name) => count(name, 1),
    onCloseTag: (name) => count(name, -1),
    transformTags: {
      ...Object.fromEntries(LANDMARKS.map((name) => [name, sanitize.simpleTransform('div', {})])),
      h1: sanitize.simpleTransform('h2', {}),
      // A link without a target is dropped.
      a: (tagName, { href, ...attributes }) => ({
        tagName,
        attribs: href === undefined ? attributes : { ...attributes, href, rel: REL },
      }),
      img: (_, { src = '', alt }) => ({
        // A link inside a link would end the outer one.
        tagName: openLinks > 0 ? 'span' : 'a',
        attribs: { href: src, rel: REL },
        text: alt || 'Picture',
      }),
    },
  });
}

const REL = 'nofollow noopener ugc';
