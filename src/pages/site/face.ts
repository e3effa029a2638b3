/**
 * The face of the site: its logo, picture, colour, and the operator's elements for the head of
 * pages. The files are read once, at the start. Contract 26.8.
 */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { PICTURE_WIDTHS, scaleImage, scaleLogo, toJpeg } from '../../lib/files/scale-image.js';
import { readSvg } from '../../lib/files/svg.js';
import { type HeadFile, readHeadFile } from '../../lib/net/head-file.js';
import { tintsOf } from '../../lib/site-color.js';
import { wrongSettings } from '../../lib/wrong-settings.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { type Icon, openIcons } from './icon.js';

/** The logo: its asset, and its size in CSS pixels. */
export interface Logo {
  name: string;
  width: number;
  height: number;
  /** Its form on dark ground; absent: the same on white. */
  dark?: Omit<Logo, 'dark'>;
}

/** The face of a site. */
export interface Face {
  /** Assets of its own by name. */
  files: ReadonlyMap<string, Buffer>;
  logo: Logo | null;
  icons: readonly Icon[];
  /** The colour of browsers' windows, `#rgb` or `#rrggbb`, or `""`. */
  color: string;
  /** The asset for pages shown elsewhere; may be `""`. */
  image: string;
  /** Styles after the stylesheet of all pages; may be `""`. */
  css: string;
  head: HeadFile;
}

/** The face of a site without settings. */
const plainFace: Face = {
  files: new Map(),
  logo: null,
  icons: [],
  color: '',
  image: '',
  css: '',
  head: { html: '', sources: {} },
};

type FaceSettings = Pick<
  Deps['config'],
  | 'siteLogo'
  | 'siteLogoDark'
  | 'siteImage'
  | 'siteColor'
  | 'siteHead'
  | 'siteHeadConnect'
  | 'hasPages'
>;

/** → the face. Throws an Error with every faulty file, and the reasons. */
export async function openFace(config: FaceSettings): Promise<Face> {
  if (!config.hasPages) return plainFace;
  const faults: string[] = [];
  const read = async <T>(setting: string, path: string, work: (bytes: Buffer) => T) => {
    if (path === '') return null;
    try {
      return await work(await readBounded(path));
    } catch (error) {
      faults.push(`${setting}: ${path}: ${(error as Error).message}`);
      return null;
    }
  };
  const logo = await read('SITE_LOGO', config.siteLogo, async (bytes) => ({
    ...(await readLogo(bytes, 'logo')),
    ...(await openIcons(bytes, config.siteColor)),
  }));
  const dark = await read('SITE_LOGO_DARK', config.siteLogoDark, (bytes) =>
    readLogo(bytes, 'logo-dark'),
  );
  const { icons, files } = logo ?? (await openIcons(null, config.siteColor));
  const image = await read('SITE_IMAGE', config.siteImage, readImage);
  const file = await read('SITE_HEAD', config.siteHead, (bytes) => readHeadFile(textOf(bytes)));
  if (faults.length > 0) throw wrongSettings(faults);
  const { html, sources } = file ?? plainFace.head;
  const connect = html === '' ? [] : config.siteHeadConnect;
  return {
    files: new Map([
      ...[logo, dark].flatMap((one) => (one ? [[one.name, one.bytes] as const] : [])),
      ...files,
      ...(image ? [[IMAGE, image] as const] : []),
    ]),
    logo: logo && { ...shown(logo), ...(dark ? { dark: shown(dark) } : {}) },
    icons,
    color: config.siteColor,
    image: image ? IMAGE : '',
    css: config.siteColor === '' ? '' : cssOf(config.siteColor),
    head: {
      html,
      sources: {
        ...sources,
        ...(connect.length > 0
          ? { 'connect-src': [...(sources['connect-src'] ?? []), ...connect] }
          : {}),
      },
    },
  };
}

const IMAGE = 'share.jpg';

/** → the bytes of a file, up to `limits.faceBytes`. */
async function readBounded(path: string): Promise<Buffer> {
  const about = await stat(path);
  if (!about.isFile()) throw new Error('it is not a file');
  if (about.size > limits.faceBytes) throw new Error(`it has over ${limits.faceBytes} bytes`);
  return readFile(path);
}

/** → the text of a file. Throws an Error where it is not UTF-8, or has control characters. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8');
  const text = new TextDecoder().decode(bytes);
  if (/[^\P{Cc}\t\n\r]|\p{NChar}/u.test(text)) throw new Error('it has control characters');
  return text;
}

async function readLogo(bytes: Buffer, name: string): Promise<Logo & { bytes: Buffer }> {
  // A picture never begins so.
  if (/^\s*</.test(bytes.toString('latin1', 0, 100).replace(/^\u00ef\u00bb\u00bf/, ''))) {
    return { name: `${name}.svg`, bytes, ...readSvg(textOf(bytes)) };
  }
  return { name: `${name}.webp`, ...(await scaleLogo(bytes)) };
}

async function readImage(bytes: Buffer): Promise<Buffer> {
  const wide = (await scaleImage(bytes)).get(PICTURE_WIDTHS.page);
  return toJpeg(wide ?? bytes);
}

/** Height of the logo, and its greatest width, CSS pixels. */
const LOGO_HEIGHT = 40;
const LOGO_WIDTH = 400;

function shown({ name, width, height }: Logo): Logo {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width);
  return {
    name,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function cssOf(color: string): string {
  const { light, dark, on } = tintsOf(color);
  const rule = ({ link, tint, edge }: typeof light) =>
    `:root{--link:${link};--tint:${tint};--fill:${color};--on-fill:${on};--fill-edge:${edge}}`;
  return `${rule(light)}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`;
}
