/** The field of a place: a town, or where the visitor is. */

import type { PageState } from '../event/state.js';
import { useLanguage } from '../words/language.js';
import { HERE, type Place } from './place.js';
import { TownsLike } from './town-links.js';

interface NearOf {
  state: PageState;
  place: Place | null;
  /** The unknown town, or `""`. */
  unknownTown: string;
}

/** The field, with its error. */
export function Near({ state, place, unknownTown }: NearOf) {
  const isUnknown = unknownTown !== '';
  const { text } = useLanguage();
  const shown = place === HERE ? text('form.here') : place?.name;
  return (
    <p class="field place">
      <label for="near">{text('form.near')}</label>
      <input
        type="text"
        id="near"
        name="near"
        value={unknownTown || shown}
        placeholder={text('form.town')}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        autofocus={isUnknown}
        aria-invalid={isUnknown ? 'true' : undefined}
        aria-describedby={isUnknown ? 'near-error' : undefined}
      />
      <button type="button" id="near-me" title={text('form.nearMe')}>
        <Icon path="M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v4M12 18v4M2 12h4M18 12h4" />
        <span class="hidden">{text('form.nearMe')}</span>
      </button>
      {isUnknown && (
        <span class="error" id="near-error">
          {text('form.unknown', { town: unknownTown })}{' '}
          <TownsLike text={unknownTown} state={state} /> {text('form.larger')}
        </span>
      )}
    </p>
  );
}

/** A drawing of lines on a square of 24. */
export const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
