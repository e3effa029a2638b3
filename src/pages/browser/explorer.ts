/** The front page with scripts: searches without a reload, suggestions, near me, the map. */
import { offerPlace } from './near-me.js';
import { openResults } from './results.js';
import { offerSuggestions } from './suggestions.js';

const form = document.querySelector<HTMLFormElement>('form#search');
const results = document.querySelector<HTMLElement>('#results');
const pane = document.querySelector<HTMLElement>('#map-pane');

if (form && results) {
  const view = openResults(form, results);
  offerSuggestions(form);
  offerPlace(form, view);
  if (pane) showMap(pane);

  // The map is loaded when it comes into sight: on a phone it has to be opened.
  function showMap(shown: HTMLElement) {
    const watcher = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        const { openMap } = await import('./map.js');
        await openMap(shown, view);
      },
      { rootMargin: '200px' },
    );
    watcher.observe(shown);
  }
}
