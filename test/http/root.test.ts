/** The namespace description. Contract 1.8; spec: GET /. */
import { expect } from 'vitest';
import { routes } from '../../src/http/routes.js';
import type { Json } from '../support/app.js';
import { runScenarios } from '../support/scenarios.js';

const PREFIX = '/vendor/events/v1';
const ID = '(?P<id>\\d+)';
const SLUG = '(?P<slug>[^/]+)';
const LINKS = {
  up: [{ href: 'http://api.test/' }],
  help: [{ href: 'http://api.test/docs' }],
};

/** → the args of one endpoint of the body. */
const args = (body: Json, path: string, endpoint = 0): Json =>
  body.routes[`${PREFIX}${path}`].endpoints[endpoint].args;

runScenarios('root', [
  {
    name: '1.8 top-level keys are exactly namespace, routes and _links, for anyone',
    call: { request: 'GET /' },
    status: 200,
    body: { namespace: 'vendor/events/v1', _links: LINKS },
    check: ({ body }) => expect(Object.keys(body)).toEqual(['namespace', 'routes', '_links']),
  },
  {
    name: '1.8 a trailing slash makes no difference',
    call: { request: 'GET ' },
    status: 200,
    body: { namespace: 'vendor/events/v1' },
  },
  {
    name: '1.8 HEAD has the status and type of GET and no body',
    call: { request: 'HEAD /' },
    status: 200,
    check: ({ text }) => expect(text).toBe(''),
  },
  {
    name: '1.8 routes: every route of the interface, the namespace itself included',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      const paths = routes.map(({ path }) =>
        `${PREFIX}${path === '/' ? '' : path}`
          .replace('{id}', ID)
          .replace(/\{(\w+)\}/g, '(?P<$1>[^/]+)'),
      );
      expect(Object.keys(body.routes)).toEqual(paths);
      expect(paths).toContain(PREFIX);
    },
  },
  {
    name: '1.8 routes: a route has namespace, methods, endpoints and _links',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      expect(body.routes[`${PREFIX}/events`]).toMatchObject({
        namespace: 'vendor/events/v1',
        methods: ['GET', 'POST'],
        endpoints: [{ methods: ['GET'] }, { methods: ['POST'] }],
        _links: { self: [{ href: `http://api.test${PREFIX}/events` }] },
      });
      const { self } = body.routes[PREFIX]._links;
      expect(self).toEqual([{ href: `http://api.test${PREFIX}` }]);
    },
  },
  {
    name: '1.8 routes: item patterns have GET, DELETE, POST, PUT and PATCH, and no _links',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      const methods = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
      for (const path of [`/events/${ID}`, `/venues/by-slug/${SLUG}`, `/tags/${ID}`]) {
        const route = body.routes[`${PREFIX}${path}`];
        expect(route.methods).toEqual(methods);
        expect(route).not.toHaveProperty('_links');
      }
      expect(body.routes).not.toHaveProperty([`${PREFIX}/tags/by-slug/${SLUG}`]);
    },
  },
  {
    name: '1.8 args: page and per_page have type, default and description',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      for (const route of ['events', 'venues', 'organizers', 'categories', 'tags']) {
        const { page, per_page } = args(body, `/${route}`);
        expect(page).toMatchObject({ type: 'integer', default: 1, required: false });
        expect(page.description).not.toBe('');
        expect(per_page).toMatchObject({ type: 'integer', default: 10, required: false });
      }
    },
  },
  {
    name: '1.8 args: the default of per_page comes from the setting',
    settings: { DEFAULT_PER_PAGE: '7' },
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => expect(args(body, '/tags').per_page.default).toBe(7),
  },
  {
    name: '1.8 args: a route without arguments has an empty list',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => expect(args(body, '/doc')).toEqual([]),
  },
  {
    name: '1.8 args: the namespace itself takes namespace and context',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) =>
      expect(args(body, '')).toMatchObject({
        namespace: { default: 'vendor/events/v1', required: false },
        context: { default: 'view', required: false },
      }),
  },
  {
    name: '1.8 args: the list of events shows its date defaults as computed now',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      const { start_date, end_date } = args(body, '/events');
      expect(start_date.default).toBe('2026-03-09 23:59:00');
      expect(end_date.default).toBe('2028-03-10 12:00:00');
    },
  },
  {
    name: '1.8 args: the date defaults are in the site time zone (Contract 3.2)',
    settings: { SITE_TIMEZONE: 'Pacific/Auckland' },
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      expect(args(body, '/events').start_date.default).toBe('2026-03-10 23:59:00');
      expect(args(body, '/events').end_date.default).toBe('2028-03-11 01:00:00');
    },
  },
  {
    name: '1.8 args: what create requires is required only there',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      const required = (all: Json) => Object.keys(all).filter((name) => all[name].required);
      expect(required(args(body, '/events', 1))).toEqual(['title', 'start_date', 'end_date']);
      expect(required(args(body, '/venues', 1))).toEqual(['venue']);
      expect(required(args(body, '/organizers', 1))).toEqual(['organizer']);
      expect(required(args(body, '/categories', 1))).toEqual(['name']);
      expect(required(args(body, `/events/${ID}`, 2))).toEqual(['id']);
      expect(required(args(body, '/events/suggest'))).toEqual(['q']);
    },
  },
  {
    name: '1.8 args: path parameters id (integer) and slug (string) are required',
    call: { request: 'GET /' },
    status: 200,
    check: ({ body }) => {
      expect(args(body, `/events/${ID}`, 1)).toMatchObject({
        id: { type: 'integer', required: true },
      });
      expect(args(body, `/venues/by-slug/${SLUG}`).slug).toMatchObject({
        type: 'string',
        required: true,
      });
    },
  },
  {
    name: '1.8 only GET is offered on the namespace',
    call: { request: 'POST /', as: 'admin', body: {} },
    status: 404,
    code: 'rest_no_route',
  },
]);
