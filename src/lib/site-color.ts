/** The tints of a site: of one colour, so that texts in them can be read. Contract 26.8. */

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The tints for a ground, as `#rrggbb`: of links, and of tinted grounds. */
interface Tint {
  link: string;
  tint: string;
  /** The edge of areas filled with the colour itself. */
  edge: string;
}

/** WCAG 2.2 AA for texts. */
const CONTRAST_MIN = 4.5;

/** Of a button on its ground, below which it needs an edge. */
const SEEN_MIN = 1.5;

/** The grounds of the stylesheet: of pages, and of cards. */
const LIGHT: readonly Rgb[] = [rgbOf('#ffffff'), rgbOf('#f5f5f8')];
const DARK: readonly Rgb[] = [rgbOf('#121217'), rgbOf('#1c1c23')];

const [BLACK, WHITE]: [Rgb, Rgb] = [rgbOf('#000000'), rgbOf('#ffffff')];

/** The share of the colour in the ground of selected items. */
const TINTED = { light: 0.1, dark: 0.2 };

/** Steps from a colour to black or white. */
const STEPS = 100;

/**
 * → the tints of a colour `#rgb` or `#rrggbb` for the light and the dark ground. It is darkened, or
 * lightened, until a text in it has a contrast of 4.5 : 1 to each ground: every colour has one.
 */
export function tintsOf(color: string): Record<'light' | 'dark', Tint> & Record<'on', string> {
  const rgb = rgbOf(color);
  return {
    // Black or white has 4.5 : 1 to any colour.
    on: hexOf(contrastOf(WHITE, rgb) >= CONTRAST_MIN ? WHITE : BLACK),
    light: readable(rgb, { to: BLACK, grounds: LIGHT, part: TINTED.light }),
    dark: readable(rgb, { to: WHITE, grounds: DARK, part: TINTED.dark }),
  };
}

function readable(
  rgb: Rgb,
  { to, grounds, part }: { to: Rgb; grounds: readonly Rgb[]; part: number },
): Tint {
  const [paper = WHITE] = grounds;
  const tint = mixed(paper, rgb, part);
  const named = (link: Rgb): Tint => ({
    link: hexOf(link),
    tint: hexOf(tint),
    edge: hexOf(contrastOf(rgb, paper) >= SEEN_MIN ? rgb : link),
  });
  for (let step = 0; step < STEPS; step++) {
    const link = mixed(rgb, to, step / STEPS);
    if ([...grounds, tint].every((ground) => contrastOf(link, ground) >= CONTRAST_MIN)) {
      return named(link);
    }
  }
  return named(to);
}

/** → the contrast of two colours by WCAG, 1 to 21. */
export function contrast(a: string, b: string): number {
  return contrastOf(rgbOf(a), rgbOf(b));
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** → the relative luminance by WCAG, 0 to 1. */
function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whole numbers: the measured values are the written values. */
const mixed = (from: Rgb, to: Rgb, part: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * part),
  Math.round(from[1] + (to[1] - from[1]) * part),
  Math.round(from[2] + (to[2] - from[2]) * part),
];

function rgbOf(color: string): Rgb {
  const digits = color.slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
