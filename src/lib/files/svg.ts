/** Checks an SVG that somebody else drew: it must be a drawing alone. Contract 26.8. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A drawing that may be shown. */
interface Drawing {
  /** Width and height, in any unit. */
  width: number;
  height: number;
}

/** Elements, in lower case and without a prefix, that are more than a drawing. */
const REFUSED = [
  ...['script', 'handler', 'listener', 'foreignobject', 'iframe', 'object', 'embed'],
  ...['audio', 'video', 'canvas', 'link', 'meta', 'base'],
];

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Pictures within it, as data. */
const PICTURE_DATA = /^data:image\/(png|jpe?g|gif|webp);base64,/i;

/** Entities are decoded: they could hide a reference. The library bounds the depth. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignorePiTags: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
});

/** An element as the parser gives it: its children under its name, and its attributes. */
type Node = Record<string, unknown> & { ':@'?: Record<string, unknown> };

/** → the drawing. Throws an Error with the reason for other or further content. */
export function readSvg(text: string): Drawing {
  // A name defined by the document could stand for any content.
  const [, ...types] = text.split(/<!DOCTYPE/i);
  const defines = types.some((type) => type.split('>', 1)[0]?.includes('['));
  if (defines || /<!ENTITY/i.test(text)) throw new Error('it defines entities');
  if (XMLValidator.validate(text) !== true) throw new Error('it is not well-formed XML');
  const top = (parser.parse(text) as Node[]).filter((node) => !isText(node));
  for (const node of top) checkNode(node);
  const root = top.find((node) => !nameOf(node).startsWith('?'));
  if (!root || nameOf(root) !== 'svg' || root[':@']?.xmlns !== NAMESPACE) {
    throw new Error('it is not SVG');
  }
  return sizeOf(root[':@']);
}

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? '';

const isText = (node: Node): boolean => nameOf(node) === '#text';

const localName = (name: string): string => name.replace(/^.*:/, '').toLowerCase();

function checkNode(node: Node): void {
  const name = nameOf(node);
  if (name === '#text') return;
  if (name.startsWith('?') && name !== '?xml') throw new Error(`it holds <${name}>`);
  const local = localName(name);
  if (REFUSED.includes(local)) throw new Error(`it holds <${local}>`);
  for (const [attribute, value] of Object.entries(node[':@'] ?? {})) {
    checkAttribute(localName(attribute), String(value));
    // Attributes of other vocabularies, as drawing programs leave them, are no styles.
    if (!attribute.includes(':')) checkStyle(String(value));
  }
  const children = node[name] as Node[];
  if (local === 'style') checkStyle(children.map((child) => String(child['#text'])).join(''));
  for (const child of children) checkNode(child);
}

/** Attributes with references, and attributes that set others. */
const REFERENCES = ['href', 'src', 'base'];
const BECOMING = 'from to values by'.split(' ');

function checkAttribute(name: string, value: string): void {
  if (name.startsWith('on')) throw new Error(`it holds the event handler ${name}`);
  if (name === 'attributename' && /href|^on/i.test(value)) throw new Error(`it animates ${value}`);
  const isLeading = BECOMING.includes(name) ? /[:/]/.test(value) : REFERENCES.includes(name);
  if (isLeading && value !== '' && !isInside(value)) throw new Error(`its ${name} leads elsewhere`);
}

const isInside = (target: string): boolean => target.startsWith('#') || PICTURE_DATA.test(target);

/** A style may refer to the inside of the drawing. An escape could hide a reference. */
function checkStyle(text: string): void {
  if (text.includes('\\')) throw new Error('a style has escapes');
  const targets = [...text.matchAll(/(?:url|src)\(\s*["']?\s*([^"')\s]*)/gi)];
  const isElsewhere = targets.some(([, target = '']) => !isInside(target));
  if (isElsewhere || /@import|image(-set)?\(/i.test(text)) {
    throw new Error('a style leads elsewhere');
  }
}

/** → the size that the root states, by its view or in its attributes. */
function sizeOf({ viewBox, width, height }: Record<string, unknown> = {}): Drawing {
  const [, , ...view] = String(viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const stated = [width, height].map((size) => Number(/^\d+(\.\d+)?/.exec(String(size))?.[0]));
  const [wide = 0, high = 0] = view.length === 2 ? view : stated;
  if (!(wide > 0 && high > 0 && wide < 1e6 && high < 1e6)) {
    throw new Error('it has neither a viewBox nor a width and a height');
  }
  return { width: wide, height: high };
}
