/** "Near me": asks the browser for its location, on a click alone, and rounds it. */
import { withoutArea } from './area-params.js';
import type { View } from './results.js';
import { wordFor } from './words.js';

/** Digits after the point: about 100 m, so that no house is named. */
const DIGITS = 3;

/** How long the browser may look for the place, ms. */
const TIMEOUT_MS = 15_000;

/** Parameters that fit any circle. */
const OF_A_CIRCLE = ['geoloc_radius', 'geoloc_unit', 'geoloc_online', 'orderby'];

/** Answers the button, which shows where scripts run. */
export function offerPlace(form: HTMLFormElement, view: View): void {
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#near-me')) return;
    if (!isSecureContext || !navigator.geolocation)
      return showError(form, view, wordFor('near.insecure'));
    view.announce(wordFor('near.locating'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => void view.show(around(coords)),
      ({ code, PERMISSION_DENIED }) =>
        showError(
          form,
          view,
          wordFor(code === PERMISSION_DENIED ? 'near.blocked' : 'near.unknown'),
        ),
      { maximumAge: 600_000, timeout: TIMEOUT_MS },
    );
  });
}

/** → the URL of the present view around a place. */
function around({ latitude, longitude }: GeolocationCoordinates): URL {
  const url = withoutArea(new URL(location.href), OF_A_CIRCLE);
  url.searchParams.set('geoloc_lat', String(Number(latitude.toFixed(DIGITS))));
  url.searchParams.set('geoloc_lng', String(Number(longitude.toFixed(DIGITS))));
  // Unless another order was chosen, soon and close events come first.
  if (!url.searchParams.has('orderby')) url.searchParams.set('orderby', 'best');
  return url;
}

function showError(form: HTMLFormElement, view: View, text: string): void {
  const near = form.querySelector<HTMLInputElement>('#near');
  if (!near) return;
  document.querySelector('#near-error')?.remove();
  const error = document.createElement('span');
  error.id = 'near-error';
  error.className = 'error';
  error.textContent = text;
  near.parentElement?.append(error);
  near.setAttribute('aria-describedby', error.id);
  view.announce(text);
}
