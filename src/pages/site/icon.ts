/** The icons of a site: its logo on a square, else our sign in its colour. Contract 26.8. */
import { drawIcon } from '../../lib/files/scale-image.js';
import { tintsOf } from '../../lib/site-color.js';

/** An icon of a site: its asset. */
export interface Icon {
  name: string;
  type: string;
  /** `192x192`; `any`. */
  sizes: string;
}

/** Width of the icon on the home screens of Apple's devices, pixels. */
const APPLE = 180;

/** Widths of icons that systems ask for, pixels. */
const WIDTHS = [192, 512, APPLE];

/** The colour of the stylesheet. */
const OWN_COLOR = '#3431a8';

const DRAWING = { name: 'icon.svg', type: 'image/svg+xml', sizes: 'any' };

/** → the icon of Apple's devices among icons, if there is one. */
export const appleIconOf = (icons: readonly Icon[]): Icon | undefined =>
  icons.find(({ sizes }) => sizes === squareOf(APPLE));

/**
 * → the icons with their files. `logo`: the file of the logo; null: our sign replaces it. `color`:
 * the site's; `""`: ours. Throws an Error with the reason for an invalid logo.
 */
export async function openIcons(
  logo: Buffer | null,
  color: string,
): Promise<{ icons: Icon[]; files: [string, Buffer][] }> {
  const sign = Buffer.from(signIn(color || OWN_COLOR));
  const own = logo ? [] : [{ ...DRAWING, bytes: sign }];
  const isPlain = !logo && color === '';
  const drawn = (isPlain ? [] : WIDTHS).map(async (width) => ({
    name: `icon-${width}.png`,
    type: 'image/png',
    sizes: squareOf(width),
    bytes: await drawIcon(logo ?? sign, width),
  }));
  const all = [...own, ...(await Promise.all(drawn))];
  return {
    icons: all.map(({ bytes, ...icon }) => icon),
    files: all.map(({ name, bytes }) => [name, bytes]),
  };
}

const squareOf = (width: number): string => `${width}x${width}`;

/** → our sign as SVG. */
const signIn = (color: string): string => {
  const lines = 'fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">
<rect x="1" y="3" width="30" height="26" rx="3" fill="${color}"/>
<path ${lines} stroke="${tintsOf(color).on}" d="M8 22V11l8 7 8-7v11"/>
</svg>`;
};
