/** The form of the front page. It works without scripts; its parameters are the URL of the page. */
import { allKinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import { dayOf, type PageClock } from '../event/days.js';
import type { PageState } from '../event/state.js';
import { DATES } from '../event/when.js';
import type { Counts } from '../site/category-counts.js';
import type { Site } from '../site/document.js';
import { listedKind } from '../site/paths.js';
import { Icon, Near } from '../town/near-field.js';
import type { Place } from '../town/place.js';
import { useLanguage } from '../words/language.js';
import { categoryChoices, ordersOf, radiusChoices } from './choices.js';
import { Prices, SEARCH_FORM } from './filters.js';

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
  /** ISO 4217 codes of the site's prices, and of the prices to choose from. */
  currency: string;
  listedCurrency: string;
}

/** The parameters that have a field of their own. */
const FIELDS = ['search', 'categories', 'geoloc_radius', 'geoloc_unit', 'orderby', 'is_free'];

/** → the days in the fields of the form: days without a name. */
const byHand = ({ when }: PageState): { from: string; until: string } =>
  when.is === 'days' && !when.name ? when : { from: '', until: '' };

/** The form, filled with the state of the page. */
export function SearchForm({ state, site, clock, categories, titles, place, ...rest }: Form) {
  const { unknownTown, ...fields } = rest;
  const { text } = useLanguage();
  const { filters } = state;
  const { from, until } = byHand(state);
  const hidden = Object.entries({ ...state.own, ...filters }).filter(
    ([name]) =>
      !FIELDS.includes(name) && !(name !== 'running' && (from || until) && DATES.includes(name)),
  );
  return (
    <search>
      <form
        id={SEARCH_FORM}
        method="get"
        action={`${site.base}/`}
        data-suggest={`${site.api}/${listedKind.route}/suggest`}
        data-pages={JSON.stringify(pageFolders(site))}
      >
        {hidden.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        {state.unit !== 'km' && <input type="hidden" name="geoloc_unit" value={state.unit} />}
        <div class="asked">
          <p class="field words">
            <label for="search-text">{text('form.search')}</label>
            <input
              type="search"
              id="search-text"
              name="search"
              value={filters.search ?? ''}
              // An empty field with a placeholder has the direction of the page.
              placeholder=" "
              maxLength={limits.searchChars}
              autoComplete="off"
              dir="auto"
            />
          </p>
          <Near {...{ state, place, unknownTown }} />
          <p class="field">
            <button type="submit" id="search-button">
              <Icon path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21" />
              <span class="when-wide">{text('form.search')}</span>
            </button>
          </p>
        </div>
        <MoreFilters {...{ state, clock, categories, titles, place, ...fields }} />
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
  const { state, clock, categories, titles, place, radiusKm, currency, listedCurrency } = form;
  const { filters } = state;
  const { from, until } = byHand(state);
  const language = useLanguage();
  const { text } = language;
  const chosen = filters.categories && titles.categories;
  return (
    // The list repeats the chosen filters: an open form would hide it on a phone.
    <details class="more">
      <summary>
        {text('form.more')}
        {chosen && (
          <>
            {' · '}
            <bdi>{chosen}</bdi>
          </>
        )}
      </summary>
      <Prices {...{ state, currency, listed: listedCurrency }} />
      <div class="fields">
        <Choice
          id="category"
          name="categories"
          label={text('form.category')}
          value={filters.categories}
          title={titles.categories}
        >
          {[['', text('form.all')], ...categoryChoices(categories)]}
        </Choice>
        <Choice
          id="radius"
          name="geoloc_radius"
          label={text('form.within')}
          value={filters.geoloc_radius}
        >
          {radiusChoices(filters.geoloc_radius, radiusKm, {
            unit: state.unit,
            language,
          })}
        </Choice>
        <DateField name="from" label={text('form.from')} value={from} clock={clock} />
        <DateField name="until" label={text('form.until')} value={until} clock={clock} />
        <Choice id="order" name="orderby" label={text('form.order')} value={filters.orderby}>
          {ordersOf(filters, place !== null).map(([value, name]) => [value, text(name)])}
        </Choice>
        <p class="field check">
          <input
            type="checkbox"
            id="free"
            name="is_free"
            value="true"
            checked={filters.is_free === 'true'}
          />
          <label for="free">{text('form.free')}</label>
        </p>
        <p class="field">
          <button type="submit">{text('form.search')}</button>
        </p>
      </div>
    </details>
  );
}

interface ChoiceField {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  /** The text of a chosen value without a choice: it has no events now, or is several. */
  title?: string;
  /** Values and their texts. */
  children: string[][];
}

function Choice({ id, name, label, value = '', title = value, children }: ChoiceField) {
  const isListed = children.some(([one]) => one === value);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {[...children, ...(isListed ? [] : [[value, title]])].map(([one = '', text]) => (
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
