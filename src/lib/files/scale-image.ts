/**
 * Makes pictures of pages from images of others: two sizes of a shape in WebP, and a JPEG. Only
 * formats of photographs are decoded, whatever the bytes claim to be; SVG never is. Contract 26.5.
 */
import type { default as Sharp, SharpOptions } from 'sharp';

/** The widths of pictures, pixels: for lists, and for the page of a record. */
export const PICTURE_WIDTHS = { list: 400, page: 1200 };

/** Height of a picture for a width of 1: the usual ratio where pages are shown elsewhere. */
export const PICTURE_RATIO = 630 / 1200;

/** Images of more pixels are not decoded: a decoded one takes up to 4 bytes for each. */
const PIXELS_MAX = 49_000_000;
/** Smaller ones are no pictures, but icons and marks. */
const SIDE_MIN = 64;
const TIMEOUT_SECONDS = 10;
/** Part of an image that must be left when its edges are cut off. */
const LEFT_MIN = 0.6;
/** An image is enlarged at most so many times. */
const ENLARGED_MAX = 2;

const WIDTH = PICTURE_WIDTHS.page;
const HEIGHT = WIDTH * PICTURE_RATIO;
const WEBP = { quality: 75 };
const INPUT: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error' };
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** → the image by width. Throws an Error with the reason for an image that pages do not show. */
export async function scaleImage(bytes: Uint8Array): Promise<Map<number, Buffer>> {
  const sharp = await sharpLoaded();
  const { wide, isPortrait } = await drawWide(sharp, bytes);
  const small = isPortrait
    ? await drawUpper(sharp, bytes)
    : await sharp(wide).resize(PICTURE_WIDTHS.list).webp(WEBP).toBuffer();
  return new Map([
    [PICTURE_WIDTHS.page, wide],
    [PICTURE_WIDTHS.list, small],
  ]);
}

/** → the picture as JPEG, which all who show pages elsewhere read. */
export const toJpeg = async (picture: Uint8Array): Promise<Buffer> =>
  (await sharpLoaded())(picture).flatten({ background: WHITE }).jpeg(JPEG).toBuffer();

/** → the image as a logo in WebP, with its size. Throws an Error with the reason. */
export async function scaleLogo(
  bytes: Uint8Array,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const sharp = await sharpLoaded();
  const { data, info } = await sharp(bytes, INPUT)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/**
 * → a logo as a square PNG on white ground, of a width in pixels. It may be SVG: for the files of
 * the operator alone, at the start, before any other image is read. Throws an Error with the
 * reason.
 */
export async function drawIcon(bytes: Uint8Array, width: number): Promise<Buffer> {
  const sharp = await sharpLoaded();
  const drawings = { operation: ['VipsForeignLoadSvg'] };
  const edge = Math.round(width / 12);
  const inner = width - 2 * edge;
  sharp.unblock(drawings);
  try {
    return await sharp(bytes, { ...INPUT, density: 300 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize(inner, inner, { fit: 'contain', background: WHITE })
      .flatten({ background: WHITE })
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: WHITE })
      .png({ palette: true })
      .toBuffer();
  } finally {
    sharp.block(drawings);
  }
}

const WHITE = '#ffffff';

/** Twice the size in which the header shows it. */
const LOGO = { width: 960, height: 96 };
const JPEG = { quality: 80, mozjpeg: true };

let loading: Promise<typeof Sharp> | null = null;

function sharpLoaded(): Promise<typeof Sharp> {
  loading ??= loadSharp();
  return loading;
}

/** Loaded with the first image: most processes never need it. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  // Images are scaled side by side instead.
  sharp.concurrency(1);
  return sharp;
}

const openImage = (sharp: typeof Sharp, bytes: Uint8Array) =>
  sharp(bytes, INPUT).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();

/** The upper part of a poster: whole it would be too small to be seen in a list. */
const drawUpper = (sharp: typeof Sharp, bytes: Uint8Array): Promise<Buffer> => {
  const width = PICTURE_WIDTHS.list;
  const cut = { fit: 'cover', position: 'top' } as const;
  return openImage(sharp, bytes)
    .resize(width, width * PICTURE_RATIO, cut)
    .webp(WEBP)
    .toBuffer();
};

/**
 * → a picture for the page of a record, and whether lists may show the upper part instead. An image
 * of about the shape fills the picture. Others are shown whole on their own blur.
 */
async function drawWide(sharp: typeof Sharp, bytes: Uint8Array) {
  const image = openImage(sharp, bytes);
  const { autoOrient, hasAlpha } = await image.metadata();
  const { width, height } = autoOrient;
  if (Math.min(width, height) < SIDE_MIN) throw new Error('the image is too small');
  const shape = (width * PICTURE_RATIO) / height;
  const isEnlarged = Math.max(WIDTH / width, HEIGHT / height) > ENLARGED_MAX;
  const isFilling = Math.min(shape, 1 / shape) >= LEFT_MIN && !isEnlarged;
  const cover = { fit: 'cover', position: 'attention' } as const;
  const fill = async () => ({
    wide: await image.resize(WIDTH, HEIGHT, cover).webp(WEBP).toBuffer(),
    isPortrait: false,
  });
  if (isFilling && !hasAlpha) return fill();
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const whole = await image.resize(WIDTH, HEIGHT, inside).png({ compressionLevel: 1 }).toBuffer();
  const isLogo = hasAlpha && !(await sharp(whole).stats()).isOpaque;
  if (isFilling && !isLogo) return fill();
  // The space around a logo is plain.
  const tiny = sharp(whole)
    .resize(16, 8, { fit: 'fill' })
    .linear(isLogo ? 0 : 1, isLogo ? 255 : 0);
  const wide = await sharp(await tiny.flatten().png().toBuffer())
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .blur(20)
    .composite([{ input: whole }])
    .webp(WEBP)
    .toBuffer();
  const isSharp = width * ENLARGED_MAX >= PICTURE_WIDTHS.list;
  return { wide, isPortrait: shape < LEFT_MIN && isSharp && !isLogo };
}
