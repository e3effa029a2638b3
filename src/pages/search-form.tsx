/** The form of the front page. It works without scripts; what it sends is the URL of the page. */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { ListAnswer } from '../records/list.js';
import { dayOf, type PageClock } from './days.js';
import type { Site } from './document.js';
import { listedKind } from './paths.js';
import type { Place } from './place.js';
import type { PageState } from './state.js';
import { TownsLike } from './town-links.js';
import { DATES } from './when.js';

/** The values of a facet. */
type Counts = NonNullable<ListAnswer['facets']>[string];

interface Form {
  state: PageState;
  site: Site;
  clock: PageClock;
  /** Categories to choose from, with the events in each. */
  categories: Counts;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
  unknownTown: string;
  radiusKm: number;
}

/** Radii to choose from, km. */
const RADII = [5, 10, 25, 50, 100, 250];

/** The parameters that have a field of their own. */
const FIELDS = ['search', 'categories', 'geoloc_radius', 'orderby', 'is_free'];

/** → the days that the form has in its fields: those without a name. */
const byHand = ({ when }: PageState): { from: string; until: string } =>
  when.is === 'days' && !when.name ? when : { from: '', until: '' };

/** The form, filled with the state of the page. */
export function SearchForm({ state, site, clock, categories, titles, place, ...rest }: Form) {
  const { unknownTown, radiusKm } = rest;
  const { filters } = state;
  const { from, until } = byHand(state);
  const hidden = Object.entries({ ...state.own, ...filters }).filter(
    ([name]) => !FIELDS.includes(name) && !((from || until) && DATES.includes(name)),
  );
  return (
    <search>
      <form
        id="search"
        method="get"
        action={`${site.base}/`}
        data-suggest={`${site.api}/${listedKind.route}/suggest`}
        data-pages={JSON.stringify(pageFolders(site))}
      >
        {hidden.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        <div class="asked">
          <p class="field words">
            <label for="search-text">Search</label>
            <input
              type="search"
              id="search-text"
              name="search"
              value={filters.search ?? ''}
              maxLength={limits.searchChars}
              autoComplete="off"
              dir="auto"
            />
          </p>
          <Near {...{ state, place, unknownTown }} />
          <p class="field">
            <button type="submit" id="search-button">
              <Icon path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21" />
              <span class="when-wide">Search</span>
            </button>
          </p>
        </div>
        <MoreFilters {...{ state, clock, categories, titles, place, radiusKm }} />
      </form>
    </search>
  );
}

/** → where the pages of records are, by kind. Terms are left out: a filter lists them. */
const pageFolders = ({ base }: Site): Record<string, string> =>
  Object.fromEntries(
    allKinds
      .filter(({ family }) => family.hasStatus)
      .map(({ name, permalink }) => [name, `${base}/${permalink}/`]),
  );

/** The filters that are folded away. */
function MoreFilters(form: Omit<Form, 'site' | 'unknownTown'>) {
  const { state, clock, categories, titles, place, radiusKm } = form;
  const { filters } = state;
  const { from, until } = byHand(state);
  const isOpen = Boolean(from || until || filters.is_free);
  return (
    <details class="more" open={isOpen}>
      <summary>Filters and order</summary>
      <div class="fields">
        <Choice id="category" name="categories" label="Category" value={filters.categories}>
          {categoryChoices(categories, filters.categories, titles.categories)}
        </Choice>
        <Choice id="radius" name="geoloc_radius" label="Within" value={filters.geoloc_radius}>
          {radiusChoices(filters.geoloc_radius, radiusKm, filters.geoloc_unit ?? 'km')}
        </Choice>
        <DateField name="from" label="From" value={from} clock={clock} />
        <DateField name="until" label="Until" value={until} clock={clock} />
        <Choice id="order" name="orderby" label="Order" value={filters.orderby}>
          {[
            ...(place
              ? [
                  ['', 'Soon and close first'],
                  ['start_date', 'Soonest first'],
                  ['distance', 'Nearest first'],
                  ['day', 'By day, nearest first'],
                ]
              : [['', 'Soonest first']]),
            ...(filters.search && !place ? [['best', 'Soon and close first']] : []),
            ...(filters.search ? [['relevance', 'Best match first']] : []),
            ['title', 'By title'],
          ]}
        </Choice>
        <p class="field check">
          <input
            type="checkbox"
            id="free"
            name="is_free"
            value="true"
            checked={filters.is_free === 'true'}
          />
          <label for="free">Free only</label>
        </p>
      </div>
    </details>
  );
}

function Near({ state, place, unknownTown }: Pick<Form, 'state' | 'place' | 'unknownTown'>) {
  const isUnknown = unknownTown !== '';
  return (
    <p class="field place">
      <label for="near">Near</label>
      <input
        type="text"
        id="near"
        name="near"
        value={unknownTown || place?.name}
        placeholder="Town"
        maxLength={100}
        autoComplete="off"
        dir="auto"
        autofocus={isUnknown}
        aria-invalid={isUnknown ? 'true' : undefined}
        aria-describedby={isUnknown ? 'near-error' : undefined}
      />
      <button type="button" id="near-me" title="Near me">
        <Icon path="M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v4M12 18v4M2 12h4M18 12h4" />
        <span class="hidden">Near me</span>
      </button>
      {isUnknown && (
        <span class="error" id="near-error">
          There is no town “<bdi>{unknownTown}</bdi>” on our list.{' '}
          <TownsLike text={unknownTown} state={state} /> Try a larger one nearby, or add its state
          or country: “Portland, Oregon”.
        </span>
      )}
    </p>
  );
}

/** A drawing of lines on a square of 24. */
const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

interface ChoiceField {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  /** Values and their texts. The value chosen is added when it is not among them. */
  children: string[][];
}

function Choice({ id, name, label, value = '', children }: ChoiceField) {
  const isListed = children.some(([one]) => one === value);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {[...children, ...(isListed ? [] : [[value, value]])].map(([one = '', text]) => (
          <option value={one} selected={one === value} key={one}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

interface DateInput {
  name: string;
  label: string;
  value: string | undefined;
  clock: PageClock;
}

function DateField({ name, label, value = '', clock }: DateInput) {
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <input type="date" id={name} name={name} value={dayOf(value, clock)} />
    </p>
  );
}

function radiusChoices(chosen = '', radiusKm: number, unit: string): string[][] {
  const radii = RADII.filter((radius) => radius !== radiusKm).map(String);
  const all = chosen && !radii.includes(chosen) ? [...radii, chosen] : radii;
  const sorted = all.toSorted((one, other) => Number(one) - Number(other));
  return [['', `${radiusKm} km`], ...sorted.map((radius) => [radius, `${radius} ${unit}`])];
}

function categoryChoices(categories: Counts, chosen = '', title = chosen): string[][] {
  const shown = categories.flatMap(({ slug = '', name = '', count }) =>
    slug === '' || count === 0 ? [] : [[slug, `${name} (${count})`]],
  );
  // What is chosen may have no events at the moment, or be several.
  const isListed = chosen === '' || shown.some(([slug]) => slug === chosen);
  return [['', 'All'], ...shown, ...(isListed ? [] : [[chosen, title]])];
}
