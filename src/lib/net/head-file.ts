/**
 * The elements that an operator adds to the head of pages: `meta`, `link` and `script`, rewritten
 * from the parsed elements, and the policy that they need. Contract 26.8.
 */
import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { escapeHtml } from '../text/plain-text.js';
import { sourceOf } from './origins.js';

/** The content of a head file. */
export type HeadFile = ReturnType<typeof readHeadFile>;

/** An element: its place and its content. */
interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
}

const ELEMENTS = ['meta', 'link', 'script'];
const ELEMENTS_MAX = 50;

/** Attributes that would do more than the element: handlers, styles, policies of the page. */
const REFUSED = /^on|^(style|nonce|http-equiv|charset|srcdoc)$/;

/** The directives for the targets of links, by `rel`, or by `as` for a preload. */
const BY_REL: Readonly<Record<string, readonly string[]>> = {
  // A stylesheet of fonts refers to its own host.
  stylesheet: ['style-src', 'font-src'],
  icon: ['img-src'],
  'apple-touch-icon': ['img-src'],
  'mask-icon': ['img-src'],
  modulepreload: ['script-src'],
};
const BY_AS: Readonly<Record<string, readonly string[]>> = {
  font: ['font-src'],
  image: ['img-src'],
  script: ['script-src'],
  style: ['style-src'],
  fetch: ['connect-src'],
};

/** → the content of the file. Throws an Error with every fault. */
export function readHeadFile(file: string) {
  const text = file.replace(/\r\n?/g, '\n');
  const { elements, faults } = readElements(text);
  const sources = new Map<string, Set<string>>();
  for (const element of elements) {
    faults.push(...faultsOf(element));
    for (const [directive, source] of sourcesOf(element)) {
      sources.set(directive, (sources.get(directive) ?? new Set()).add(source));
    }
  }
  if (faults.length > 0) throw new Error([...new Set(faults)].slice(0, FAULTS_MAX).join('; '));
  return {
    /** The elements, one a line. */
    html: elements.map(written).join('\n'),
    /** Sources by directive of a Content-Security-Policy. */
    sources: Object.fromEntries([...sources].map(([name, all]) => [name, [...all]])),
  };
}

/** Most reported faults. */
const FAULTS_MAX = 10;

/** → the elements, and the faults: the library skips unreadable parts. */
function readElements(text: string): { elements: Element[]; faults: string[] } {
  const elements: Element[] = [];
  const faults: string[] = [];
  let open: Element | null = null;
  // The end of the read part: text between two pieces belongs to neither.
  let at = 0;
  const passTo = (begin: number, end: number) => {
    // The library ends `</script >` before its sign.
    if (!/^[\s>]*$/.test(text.slice(at, begin))) faults.push(broken(text.slice(at, begin)));
    at = Math.max(at, end);
  };
  const passPiece = () => passTo(parser.startIndex, parser.endIndex + 1);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open) faults.push(`<${name}> stands inside another element`);
        open = { name, attributes, text: '' };
        passPiece();
      },
      ontext(piece) {
        if (open?.name === 'script') open = { ...open, text: open.text + piece };
        else if (piece.trim() !== '') faults.push(broken(piece));
        passPiece();
      },
      onclosetag(name, isImplied) {
        if (open) elements.push(open);
        // Elements without content end by themselves; a script has an end of its own.
        if (isImplied && name === 'script') faults.push('<script> does not end');
        if (!isImplied) passPiece();
        open = null;
      },
      oncomment() {
        const piece = text.slice(parser.startIndex, parser.endIndex + 1);
        if (!piece.startsWith('<!--') || !piece.endsWith('-->')) faults.push(broken(piece));
        passPiece();
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(text);
  passTo(text.length, text.length);
  if (elements.length > ELEMENTS_MAX) faults.push(`it has more than ${ELEMENTS_MAX} elements`);
  return { elements: elements.slice(0, ELEMENTS_MAX), faults };
}

const broken = (text: string): string =>
  `it cannot be read at ${JSON.stringify(text.trim().slice(0, 60))}`;

function faultsOf({ name, attributes, text }: Element): string[] {
  if (!ELEMENTS.includes(name)) return [`<${name}> is not one of meta, link and script`];
  const names = Object.keys(attributes);
  const { src, href } = attributes;
  return [
    ...names
      .filter((attribute) => REFUSED.test(attribute) || !/^[a-z][a-z0-9:_.-]*$/.test(attribute))
      .map((attribute) => `<${name}> must not have ${attribute}`),
    ...(name === 'script' ? scriptFaults(attributes, text) : []),
    ...[src, href]
      .filter((url) => url !== undefined && sourceOf(url) === null)
      .map((url) => `<${name}> must lead to an https URL or to a path, not to ${url}`),
    ...(name === 'link' && (href === undefined || !attributes.rel)
      ? ['<link> needs rel and href']
      : []),
  ];
}

function scriptFaults({ src }: Element['attributes'], text: string): string[] {
  if (src !== undefined) return text.trim() === '' ? [] : ['<script> has both src and a text'];
  if (text.trim() === '') return ['<script> has neither src nor a text'];
  // Browsers read on past the end of the element where a comment of HTML is open in it.
  return text.includes('<!--') ? ['<script> must not hold <!--'] : [];
}

function sourcesOf({ name, attributes, text }: Element): [directive: string, source: string][] {
  const { src, href = '', rel = '', as = '' } = attributes;
  if (name === 'script') {
    const hash = createHash('sha256').update(text).digest('base64');
    return [['script-src', src === undefined ? `'sha256-${hash}'` : (sourceOf(src) ?? '')]];
  }
  const directives = rel
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => BY_REL[word] ?? (word === 'preload' ? (BY_AS[as] ?? []) : []));
  return name === 'link' ? directives.map((policy) => [policy, sourceOf(href) ?? '']) : [];
}

/** → the element, as sent: browsers read exactly the checked text. */
function written({ name, attributes, text }: Element): string {
  const all = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeHtml(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${all.join('')}>${name === 'script' ? `${text}</script>` : ''}`;
}
