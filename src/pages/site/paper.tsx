/** The address of a page on paper, and its QR code, which browsers load for paper alone. */
import { renderSVG } from 'uqr';
import { noRoute } from '../../errors.js';
import { basePath, type PageRoots, pageRoot } from './paths.js';

/** The path of codes. */
export const CODE = '/qr.svg';

/** Longest address of a code, characters: cameras do not read smaller modules. */
const CODE_CHARS = 300;

interface AddressOf {
  /** As the page gives them: its own place, and the path of this view. */
  canonical: string | null;
  here?: string;
  around?: string;
  roots: PageRoots;
}

/** The address of a page; that of a preview is a secret. Contract 26.3. */
export function Address({ canonical, here, around = 'all', roots }: AddressOf) {
  const address = canonical ?? (here && new URL(here, roots.api).href);
  if (!address || around !== 'all') return null;
  const code = `${basePath(roots)}${CODE}?${new URLSearchParams({ of: address })}`;
  return (
    <p class="on-paper" dir="ltr">
      {address.length <= CODE_CHARS && <img src={code} alt="" loading="lazy" />}
      {address}
    </p>
  );
}

/** → the answer with the code of an address of these pages. Throws `rest_no_route` for another. */
export function drawCode(roots: PageRoots, address: unknown) {
  const isOwn = (text: string) =>
    [roots.site, pageRoot(roots)].some((root) => text.startsWith(`${root}/`));
  if (typeof address !== 'string' || !isOwn(address) || address.length > CODE_CHARS)
    throw noRoute();
  return { headers: { 'Content-Type': 'image/svg+xml' }, text: renderSVG(address, { border: 0 }) };
}
