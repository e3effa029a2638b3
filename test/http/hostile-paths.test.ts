/** Odd IDs, slugs and paths, HEAD, OPTIONS and unsupported methods. Contract 0, 7. */
import { expect, it } from 'vitest';
import { omit } from '../../src/lib/omit.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp, expectSound, PREFIX, rawCall } from '../support/shared.js';

const ROUTES = ['events', 'venues', 'organizers', 'categories', 'tags'];

describeApp('hostile paths', (app) => {
  const ids = ['00', '007', '9007199254740993', '9223372036854775808', '1'.repeat(300)];
  const noIds = ['-1', '+1', '1.0', '1e3', '0x1', '%31%20', '1%00', '٣', '1;', '1,2', 'NaN', '%'];
  const slugs = [
    '%00',
    'a%00b',
    '%2F',
    'a%2Fb',
    '..%2F..%2Fetc%2Fpasswd',
    '..',
    '%2e%2e',
    '%zz',
    '%',
    '%ff',
    '%ed%a0%80',
    '%F0%9F%98%80',
    "'%20OR%201=1--",
    '%25',
    '__proto__',
    'constructor',
    'a'.repeat(3000),
    '<script>',
    '"',
    '%0d%0aSet-Cookie:a=b',
    '?',
    '#',
    ':slug',
    '*',
  ];
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const ask = async (method: string, path: string) => {
    const answer = await rawCall(app(), { method, path: PREFIX + path });
    if (method !== 'HEAD') expectSound(answer, `${method} ${path.slice(0, 80)}`);
    else expect(answer.status).toBeLessThan(500);
    return answer;
  };
  it.each(ROUTES)('odd ids of /%s', async (route) => {
    for (const method of METHODS) {
      for (const id of ids) {
        const { status } = await ask(method, `/${route}/${id}`);
        expect([400, 401, 404], `${method} ${id}`).toContain(status);
      }
      for (const id of noIds) {
        const path = encodeURI(`/${route}/${id}`).replaceAll('%25', '%');
        expect((await ask(method, path)).status, `${method} ${id}`).toBe(404);
      }
    }
  });
  it.each(['events', 'venues', 'organizers', 'tags'])('odd slugs of /%s', async (route) => {
    for (const method of METHODS) {
      for (const slug of slugs) {
        const { headers, status } = await ask(method, `/${route}/by-slug/${slug}`);
        expect([400, 401, 404], `${method} ${slug.slice(0, 40)}`).toContain(status);
        expect(headers['set-cookie']).toBeUndefined();
      }
    }
  });
  it('a non-ASCII slug is found when sent encoded', async () => {
    const made = await givenVenue(app(), { venue: 'Hall 9' });
    const path = `${PREFIX}/venues/by-slug/${made.slug.replace('h', '%68')}`;
    expect((await rawCall(app(), { path })).status).toBe(200);
  });
  const strange = [
    '/vendor/events/v1/events/{id}',
    '//',
    '/vendor',
    '/vendor/events',
    '/vendor/events/v1events',
    '*',
    '/..',
  ];
  it.each(strange)('the path %s is 404', async (path) => {
    const answer = await rawCall(app(), { path });
    expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route']);
  });
});

describeApp('HEAD and OPTIONS', (app) => {
  it('0: HEAD has the status and headers of GET and no body, on every GET route', async () => {
    const event = await givenEvent(app(), {
      venue: { venue: 'Hall' },
      organizer: { organizer: 'A' },
    });
    const tag = await givenTerm(app(), 'tags', 'jazz');
    const paths = [
      '',
      '/doc',
      ...ROUTES.map((route) => `/${route}`),
      `/events/${event.id}`,
      `/events/by-slug/${event.slug}`,
      `/venues/${event.venue.id}`,
      `/venues/by-slug/${event.venue.slug}`,
      `/organizers/${event.organizer[0].id}`,
      `/tags/${tag.id}`,
      '/events/suggest?q=s',
      '/events/99',
      '/venues/99',
      '/events?per_page=0',
      '/events?page=9',
      '/nothing',
    ];
    for (const path of paths) {
      const get = await rawCall(app(), { path: PREFIX + path });
      const head = await rawCall(app(), { method: 'HEAD', path: PREFIX + path });
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      const headers = omit(get.headers, ['date', 'x-request-id']);
      expect({ ...head.headers, date: undefined }, path).toMatchObject(headers);
    }
  });

  it('a preflight OPTIONS request is answered for any site, without credentials', async () => {
    for (const path of ['/events', '/events/1', '/tags/1', '/venues/by-slug/x']) {
      const answer = await app().call({
        request: `OPTIONS ${path}`,
        headers: {
          Origin: 'https://else.test',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('any site may read answers and errors', async () => {
    for (const request of ['GET /events', 'GET /nothing', 'POST /events', 'GET /events?page=x']) {
      const { headers } = await app().call({ request, headers: { Origin: 'https://else.test' } });
      expect([request, headers.get('access-control-allow-origin')]).toEqual([request, '*']);
    }
    const lists = await app().call({ request: 'GET /tags', headers: { Origin: 'https://a.test' } });
    expect(lists.headers.get('access-control-expose-headers')).toMatch(/X-TEC-Total/);
  });

  it('0 step 1: OPTIONS without a preflight and other methods are 404 rest_no_route', async () => {
    for (const method of ['OPTIONS', 'PROPFIND', 'SEARCH', 'PURGE']) {
      const answer = await rawCall(app(), { method, path: `${PREFIX}/events` });
      expect([method, answer.status, answer.body?.code]).toEqual([method, 404, 'rest_no_route']);
    }
  });
});
