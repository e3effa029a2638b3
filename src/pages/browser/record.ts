/** The page of a record with scripts: sharing its link, its time elsewhere, and its map. */
import { showOwnClock } from './own-clock.js';
import { wordFor } from './words.js';

const ownClock = document.querySelector<HTMLElement>('#own-clock');
const place = document.querySelector<HTMLElement>('#place');
const share = document.querySelector<HTMLButtonElement>('#share');
const copy = document.querySelector<HTMLButtonElement>('#copy-link');
const shareStatus = document.querySelector('#share-status');

const { href } = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? location;
const title = document.querySelector('h1')?.textContent ?? '';

if (share && 'share' in navigator) {
  share.hidden = false;
  // Whoever closes the dialog does not share: nothing is to be said.
  share.addEventListener('click', () => navigator.share({ title, url: href }).catch(() => {}));
}

copy?.addEventListener('click', async () => {
  // Browsers have a clipboard on secure sites alone.
  const isCopied = await navigator.clipboard?.writeText(href).then(
    () => true,
    () => false,
  );
  if (shareStatus) shareStatus.textContent = isCopied ? wordFor('share.copied') : href;
});

if (ownClock) showOwnClock(ownClock);

if (place) {
  // Leaflet is loaded when the map comes into sight.
  const watcher = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      const { openPlace } = await import('./map.js');
      await openPlace(place);
    },
    { rootMargin: '100px' },
  );
  watcher.observe(place);
}
