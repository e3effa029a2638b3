/** The facts on the page of a record: when and where, prices, addresses. */
import type { ComponentChildren } from 'preact';
import { asciiUrl } from '../../lib/net/urls.js';
import { type Answered, isAnswered, listOf, pointOf, textOf } from '../../present/answered.js';
import { RecordLink } from '../site/crumbs.js';
import { aroundPoint, homePath, localPath, type PageRoots } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { ruleText } from '../words/rule-words.js';
import { Address, addressLines, WayThere } from './address.js';
import { When } from './dates.js';
import { priceText, ticketsText } from './event-badges.js';
import { seriesOf } from './series.js';

interface Facts {
  record: Answered;
  roots: PageRoots;
  /** The zone of the reader's day. */
  zone: string;
  /** Of a series: its next date. */
  next?: Answered | null;
}

/** The facts of an event. */
export function EventFacts({ record: event, roots, zone, next = null }: Facts) {
  const language = useLanguage();
  const { text, parts } = language;
  const venue = isAnswered(event.venue) ? event.venue : null;
  const online = asciiUrl(textOf(event, 'online_url'));
  const mode = textOf(event, 'attendance_mode');
  const organizers = listOf(event, 'organizer');
  const website = asciiUrl(textOf(event, 'website'));
  const series = seriesOf(event);
  const [price, tickets] = [priceText(event, language), ticketsText(event, language)];
  const earlier =
    textOf(event, 'event_status') === 'scheduled' ? [] : listOf(event, 'previous_dates');
  return (
    <dl class="facts">
      <Fact name={text('event.when')}>
        {series?.isWhole ? (
          <Next next={next} {...{ roots, zone }} />
        ) : (
          <When event={event} zone={zone} />
        )}
        {mode !== 'in_person' && !series?.isWhole && <OwnClock event={event} />}
        {series && <div class="repeats">{ruleText(event, language)}</div>}
        {earlier.map((dates) => (
          <div class="earlier" key={textOf(dates, 'start_date')}>
            {parts('event.previously', {
              date: (
                <del>
                  <When event={{ ...dates, all_day: event.all_day }} zone={zone} />
                </del>
              ),
            })}
          </div>
        ))}
      </Fact>
      {venue && (
        <Fact name={text('event.where')}>
          <RecordLink of={venue} name="venue" roots={roots} />
          <Address place={venue} zone={zone} />
          <WayThere place={venue} />
        </Fact>
      )}
      {mode !== 'in_person' && (
        <Fact name={text('event.online')}>
          {online ? <Outside url={online} /> : text('event.private')}
        </Fact>
      )}
      {(price || tickets) && (
        <Fact name={text(price ? 'event.price' : 'event.tickets')}>
          <bdi>{price}</bdi> {tickets && <strong class="tickets">{tickets}</strong>}
        </Fact>
      )}
      {organizers.length > 0 && (
        <Fact name={text('event.organizer')}>
          <Organizers of={organizers} roots={roots} />
        </Fact>
      )}
      {website && website !== asciiUrl(textOf(event, 'url')) && (
        <Fact name={text('event.website')}>
          <Outside url={website} />
        </Fact>
      )}
    </dl>
  );
}

/** The line of the visitor's own clock, which a script fills: one can join from anywhere. */
function OwnClock({ event }: { event: Answered }) {
  const start = textOf(event, 'utc_start_date');
  if (event.all_day === true || start === '') return null;
  return (
    <div
      id="own-clock"
      class="scripted"
      data-start={`${start.replace(' ', 'T')}Z`}
      data-local={textOf(event, 'start_date')}
    />
  );
}

function Organizers({ of, roots }: { of: readonly Answered[]; roots: PageRoots }) {
  const { comma } = useLanguage();
  return of.map((one, at) => (
    <>
      {at > 0 && comma}
      <RecordLink of={one} name="organizer" roots={roots} />
    </>
  ));
}

/** The next date of a series, which leads to its page. */
function Next({ next, roots, zone }: Pick<Facts, 'next' | 'roots' | 'zone'>) {
  const { parts } = useLanguage();
  if (!next) return null;
  return (
    <a href={localPath(textOf(next, 'url'), roots)}>
      {parts('event.next', { date: <When event={next} zone={zone} /> })}
    </a>
  );
}

/** The facts of a record that events link: how to find and to reach it. */
export function LinkedFacts({ record, roots, zone }: Facts) {
  const { text } = useLanguage();
  const website = asciiUrl(textOf(record, 'website'));
  const [phone, email] = [textOf(record, 'phone'), textOf(record, 'email')];
  const point = pointOf(record);
  const hasPlace = point !== null || addressLines(record).length > 0;
  if (!hasPlace && !phone && !email && !website) return null;
  const near = point && homePath(roots, { ...aroundPoint(point), orderby: 'distance' });
  return (
    <dl class="facts">
      {hasPlace && (
        <Fact name={text('event.where')}>
          <Address place={record} zone={zone} />
          <WayThere place={record} />
          {near && <a href={near}>{text('event.nearHere')}</a>}
        </Fact>
      )}
      {phone && (
        <Fact name={text('event.phone')}>
          <Phone text={phone} />
        </Fact>
      )}
      {email && (
        <Fact name={text('event.email')}>
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </Fact>
      )}
      {website && (
        <Fact name={text('event.website')}>
          <Outside url={website} />
        </Fact>
      )}
    </dl>
  );
}

/** A number as it is dialled: without a zero in brackets. A text that says more is no link. */
function Phone({ text }: { text: string }) {
  const shown = <bdi>{text}</bdi>;
  const number = text.replace(/^(\+[\d ]+)\(0\)/, '$1');
  if (!/^\+?(?:[\s()./\p{Pd}]*\d)+$/u.test(number)) return shown;
  return <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{shown}</a>;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An external link. The referrer policy of the page hides where its visitor comes from. */
function Outside({ url }: { url: string }) {
  return (
    <a href={url} rel="noopener nofollow ugc">
      {new URL(url).host}
    </a>
  );
}
