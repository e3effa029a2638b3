/** The picture of a record: small in lists, wide on its page. Source: Contract 26.5. */
import type { Kind } from '../kinds/kind.js';
import { PICTURE_RATIO, PICTURE_WIDTHS } from '../lib/scale-image.js';
import { asciiUrl } from '../lib/urls.js';
import { type Answered, isAnswered, textOf } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { basePath, pageRoot } from './paths.js';

/** First segment of the paths of pictures. */
export const PICTURES = '/pictures/';

/** What pages add to an answered record: the paths of its picture, by its place. */
const FIELD = 'picture';

/** → the answered record with the paths of its picture, if it has one. */
export function withPicture(deps: Deps, kind: Kind, shown: Answered): Answered {
  const url = imageUrl(shown);
  const key = url === '' ? null : deps.pictures?.keyOf(url);
  if (!key) return shown;
  const path = `${basePath(deps.roots)}${PICTURES}${kind.route}/${textOf(shown, 'id')}/${key}-`;
  const { list, page } = PICTURE_WIDTHS;
  return { ...shown, [FIELD]: { list: `${path}${list}.webp`, page: `${path}${page}.webp` } };
}

/** → the URL of a record's picture for those who show its page elsewhere; `""`: none. */
export function pictureUrl({ roots, pictures }: Deps, shown: Answered): string {
  if (!pictures) return asciiUrl(imageUrl(shown));
  const paths = shown[FIELD];
  if (!isAnswered(paths)) return '';
  return pageRoot(roots) + textOf(paths, 'page').slice(basePath(roots).length);
}

const imageUrl = ({ image }: Answered): string => (isAnswered(image) ? textOf(image, 'url') : '');

/**
 * The picture of a record that `withPicture` gave one, else nothing. Its place is there before it
 * is loaded, and has no height when it cannot be had: the stylesheet gives the width alone.
 */
export function Picture({ of, alt, isWide = false }: PictureOf) {
  const paths = of[FIELD];
  if (!isAnswered(paths)) return null;
  const [list, page] = [textOf(paths, 'list'), textOf(paths, 'page')];
  const width = PICTURE_WIDTHS[isWide ? 'page' : 'list'];
  const sources = `${list} ${PICTURE_WIDTHS.list}w, ${page} ${PICTURE_WIDTHS.page}w`;
  return (
    <img
      class={isWide ? 'picture wide' : 'picture'}
      src={isWide ? page : list}
      {...(isWide ? { srcset: sources, sizes: '(max-width: 76rem) 100vw, 76rem' } : {})}
      alt={alt}
      width={width}
      height={width * PICTURE_RATIO}
      loading={isWide ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

interface PictureOf {
  of: Answered;
  /** The title of the record. */
  alt: string;
  isWide?: boolean;
}
