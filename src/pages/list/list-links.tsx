/** Links of a list: the pages before and after, its other formats, and the pages of terms. */
import { limits } from '../../limits.js';
import { type Answered, textOf } from '../../present/answered.js';
import { formats as wireFormats } from '../../present/formats/registry.js';
import { webcal } from '../event/event-actions.js';
import type { PageList } from '../event/page-list.js';
import type { PageState } from '../event/state.js';
import { RecordLink } from '../site/crumbs.js';
import type { Alternate } from '../site/document.js';
import type { PageRoots } from '../site/paths.js';
import { useLanguage } from '../words/language.js';

/** Links to the pages of terms. */
export function Terms({ terms, roots }: { terms: readonly Answered[]; roots: PageRoots }) {
  if (terms.length === 0) return null;
  return (
    <ul class="terms">
      {terms.map((term) => (
        <li key={textOf(term, 'id')}>
          <RecordLink of={term} name="name" roots={roots} />
        </li>
      ))}
    </ul>
  );
}

/** The list or record in other formats: calendars as programs subscribe to them. */
export function Elsewhere({ formats }: { formats: readonly Alternate[] }) {
  const { text } = useLanguage();
  if (formats.length === 0) return null;
  return (
    <ul class="elsewhere" aria-label={text('list.programs')}>
      {formats.map(({ type, title, href }) => (
        <li key={type}>
          <a type={type} href={type === wireFormats.ics.mediaType ? webcal(href) : href}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The ways to the pages before and after. */
export function Pager({ list, state }: { list: PageList; state: PageState }) {
  const { text } = useLanguage();
  const { page, totalPages, nextCursor } = list;
  const isFirst = page === 1;
  const isLast = nextCursor === null;
  if (isFirst && isLast) return null;
  const next: Record<string, string | null> =
    page === null || isBeyond(list) ? { cursor: nextCursor } : { page: `${page + 1}` };
  return (
    <nav class="pager" aria-label={text('pages.label')}>
      {!isFirst && (
        <a
          rel="prev"
          href={state.link(page !== null && page > 2 ? { page: String(page - 1) } : {})}
        >
          {text(page === null ? 'pages.first' : 'pages.previous')}
        </a>
      )}
      {page !== null && <span>{text('pages.of', { page, pages: totalPages })}</span>}
      {!isLast && (
        <a rel="next" href={state.link(next)}>
          {text('pages.next')}
        </a>
      )}
    </nav>
  );
}

/** → whether the next page can be reached by cursor alone. Contract 13. */
const isBeyond = ({ page, perPage }: PageList): boolean =>
  page !== null && (page + 1) * perPage > limits.resultWindow;
