/** The picture of a record: small in lists, wide on its page. Source: Contract 26.5. */
import type { Kind } from '../../kinds/kind.js';
import { PICTURE_RATIO, PICTURE_WIDTHS } from '../../lib/files/scale-image.js';
import { asciiUrl } from '../../lib/net/urls.js';
import { type Answered, isAnswered, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { basePath, pageRoot } from '../site/paths.js';

/** First segment of the paths of pictures. */
export const PICTURES = '/pictures/';

/** Pages add this field to an answered record: the paths of its picture, by its place. */
const FIELD = 'picture';

/**
 * → the answered record with the paths of its picture, if it has one. `preview`: the token by which
 * it is shown before it is public.
 */
export function withPicture(deps: Deps, kind: Kind, shown: Answered, preview = ''): Answered {
  const url = imageUrl(shown);
  const key = url === '' ? null : deps.pictures?.keyOf(url);
  if (!key) return shown;
  const path = `${basePath(deps.roots)}${PICTURES}${kind.route}/${textOf(shown, 'id')}/${key}-`;
  const { list, page } = PICTURE_WIDTHS;
  const query = preview && `?${new URLSearchParams({ preview })}`;
  const [small, large] = [list, page].map((width) => `${path}${width}.webp${query}`);
  return { ...shown, [FIELD]: { list: small, page: large } };
}

/** → the URL of a record's picture for pages shown elsewhere; `""` without a picture. */
export function pictureUrl({ roots, pictures }: Deps, shown: Answered): string {
  if (!pictures) return asciiUrl(imageUrl(shown));
  const paths = shown[FIELD];
  if (!isAnswered(paths)) return '';
  const path = textOf(paths, 'page').slice(basePath(roots).length);
  // Not all of them read WebP.
  return pageRoot(roots) + path.replace(/\.webp$/, '.jpg');
}

const imageUrl = ({ image }: Answered): string => (isAnswered(image) ? textOf(image, 'url') : '');

/**
 * The picture of a record that `withPicture` gave one, else nothing. Its place is there before it
 * is loaded, and has no height when it cannot be had: the stylesheet gives the width alone.
 */
export function Picture({ of, as = 'small' }: PictureOf) {
  const paths = of[FIELD];
  if (!isAnswered(paths)) return null;
  const [list, page] = [textOf(paths, 'list'), textOf(paths, 'page')];
  const width = PICTURE_WIDTHS[as === 'wide' ? 'page' : 'list'];
  const sources = `${list} ${PICTURE_WIDTHS.list}w, ${page} ${PICTURE_WIDTHS.page}w`;
  return (
    <img
      class={as === 'wide' ? 'picture wide' : 'picture'}
      src={as === 'wide' ? page : list}
      {...(as === 'small' ? {} : { srcset: sources, sizes: SIZES[as] })}
      // The title next to it says all that is known of it.
      alt=""
      width={width}
      height={width * PICTURE_RATIO}
      loading={as === 'wide' ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

/** Widths of larger pictures: on a page of its own, and in a highlight of a list. */
const SIZES = {
  wide: '(max-width: 76rem) 100vw, 76rem',
  highlight: '(max-width: 40rem) 85vw, 25rem',
};

interface PictureOf {
  of: Answered;
  as?: 'small' | keyof typeof SIZES;
}
