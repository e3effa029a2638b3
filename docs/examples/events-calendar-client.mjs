/**
 * A client of the REST interface of The Events Calendar. It prints a month, page by page; with
 * credentials it also adds an event and takes it away. Marquee answers it as WordPress does:
 *
 *   node docs/examples/events-calendar-client.mjs https://SITE/wp-json/tribe/events/v1 2027-03
 *   node docs/examples/events-calendar-client.mjs http://127.0.0.1:3000/vendor/events/v1 2027-03
 *
 * Credentials are NAME:PASSWORD, a third argument. In WordPress the password is an application
 * password, in Marquee a token.
 */
const [root, month, credentials] = process.argv.slice(2);
if (!root || !/^\d{4}-\d\d$/.test(month ?? '')) {
  console.error('events-calendar-client ROOT YYYY-MM [NAME:PASSWORD]');
  process.exit(2);
}
const [year, number] = month.split('-').map(Number);
const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
const window = `start_date=${month}-01&end_date=${month}-${lastDay}`;

for (let next = `${root}/events?${window}&per_page=50`; next; ) {
  const answer = await fetch(next);
  if (!answer.ok) throw new Error((await answer.json()).code);
  const { events, next_rest_url } = await answer.json();
  for (const event of events) console.log(lineOf(event));
  next = next_rest_url;
}
if (credentials) await addAndRemove();

/** → day, hour, title, place, cost, organizers and categories of an event. */
function lineOf({ start_date_details: start, title, venue, cost, organizer, categories }) {
  const day = `${start.day}.${start.month}. ${start.hour}:${start.minutes}`;
  // An event without a venue has an empty list.
  const place = Array.isArray(venue) ? '' : `${venue.venue}, ${venue.city}`;
  const names = [...organizer.map((one) => one.organizer), ...categories.map(({ name }) => name)];
  return [day, text(title), text(place), text(cost), text(names.join(', '))].join(' | ');
}

/** → a text of WordPress without its entities. */
function text(html) {
  const named = { amp: '&', nbsp: '\u00a0', quot: '"', lt: '<', gt: '>' };
  return html.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
    code ? String.fromCodePoint(code) : (named[name] ?? entity),
  );
}

/** Adds an event with a new venue, changes its cost, and moves it to the trash. */
async function addAndRemove() {
  const call = async (method, path, body) => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { code: answer.status, event: await answer.json() };
  };
  const added = await call('POST', '/events', {
    title: 'Open house',
    start_date: `${month}-10 10:00:00`,
    end_date: `${month}-10 16:00:00`,
    cost: '5€',
    categories: ['Open days'],
    venue: { venue: 'Town hall', city: 'Ghent' },
    organizer: [{ organizer: 'Ann Lee' }],
  });
  const { id, title, status } = added.event;
  console.log(`${added.code} ${status}: ${title}`);
  const changed = await call('POST', `/events/${id}`, { cost: '6€' });
  console.log(`${changed.code} ${changed.event.cost}`);
  const removed = await call('DELETE', `/events/${id}`);
  const again = await call('DELETE', `/events/${id}`);
  console.log(`${removed.code} ${removed.event.status}, then ${again.code} ${again.event.code}`);
}
