/** Links to the pages of towns: from the front page, and among the pages of a town. */
import type { Counts } from '../site/category-counts.js';
import { localPath, type PageRoots } from '../site/paths.js';
import { INDEXED_EVENTS, type ListedTown } from '../site/towns.js';
import { useLanguage } from '../words/language.js';
import { LANDING_DAYS, type Landing, landingUrl } from './landing.js';

/** Most links of either kind. */
const TOWNS_MAX = 12;
const CATEGORIES_MAX = 8;

interface InTowns {
  /** Towns with coming events, the most first. */
  towns: readonly ListedTown[];
  /** Of the list of the page. */
  categories: Counts;
  /** The page of a town; null: the front page. */
  landing: Landing | null;
  roots: PageRoots;
}

/** The pages of a town, and the towns with the most events; empty without such towns. */
export function LandingLinks({ towns, categories, landing, roots }: InTowns) {
  const { text } = useLanguage();
  const shown = towns
    .filter((town) => town.coming >= INDEXED_EVENTS && town.slug !== landing?.town.slug)
    .slice(0, TOWNS_MAX);
  const linkOf = (town: ListedTown, part?: Parameters<typeof landingUrl>[2]) =>
    localPath(landingUrl(roots, town, part), roots);
  return (
    <>
      {landing && (
        <nav class="in-town" aria-labelledby="in-town">
          <h2 id="in-town">{text('towns.more', { town: landing.town.name })}</h2>
          <ul class="terms">
            {LANDING_DAYS.map((day) => (
              <li key={day}>
                <a href={linkOf(landing.town, { day })}>{text(`days.${day}`)}</a>
              </li>
            ))}
            {categories
              .filter(({ slug, count }) => slug && count >= INDEXED_EVENTS)
              .slice(0, CATEGORIES_MAX)
              .map(({ slug = '', name }) => (
                <li key={slug}>
                  <a dir="auto" href={linkOf(landing.town, { category: slug })}>
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
      {shown.length > 0 && (
        <nav class="in-town" aria-labelledby="towns">
          <h2 id="towns">{text('towns.title')}</h2>
          <ul class="terms">
            {shown.map((town) => (
              <li key={town.slug}>
                <a dir="auto" href={linkOf(town)}>
                  {town.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
