/** The OpenAPI 3.0.0 document: routes, schemas and kinds put together. Source: Contract 1.9. */
import { allKinds } from '../../kinds/index.js';
import { routes } from '../routes.js';
import { describeSchemas } from './components.js';
import { sharedFailures } from './failures.js';
import { describeRoute, type Facts } from './operations.js';
import type { Schema } from './schema.js';

const DESCRIPTION = [
  'Events, venues, organizers, categories and tags: list, read, create, update and delete them.',
  'Every GET also answers HEAD. Reads need no credentials; unpublished records show',
  'only to readers with this right. Every error has the same body; clients rely on its `code`.',
  'Date-times are `YYYY-MM-DD HH:MM:SS`; fields named `utc` are in UTC, the others in the zone',
  'of the event or the site. In requests null counts as absent, except where it clears',
  'the field. A body may also be a form, `application/x-www-form-urlencoded` or',
  '`multipart/form-data`, with the same fields.',
].join(' ');

/** → the document. `apiRoot` has no trailing slash. */
export function describeApi({ apiRoot, ...facts }: Facts & { apiRoot: string }): Schema {
  const paths = Object.fromEntries(
    routes.map((route) => [route.path, describeRoute(route, facts)]),
  );
  return {
    openapi: '3.0.0',
    info: { version: '1.0.0', title: 'Events Calendar REST interface', description: DESCRIPTION },
    servers: [{ url: `${apiRoot}/` }],
    tags: [
      { name: 'service', description: 'The interface itself.' },
      ...allKinds.map(({ route, name }) => ({
        name: route,
        description: `Records of the kind ${name}.`,
      })),
    ],
    paths,
    components: {
      schemas: describeSchemas(),
      responses: sharedFailures(paths),
      headers: {
        'X-TEC-Total': countHeader('Records that match, on all pages; equal to total.'),
        Link: {
          description: 'In other formats than JSON: the next page, as rel="next".',
          schema: { type: 'string' },
        },
        'X-TEC-TotalPages': countHeader('Pages; equal to total_pages.'),
        'X-Unknown-Parameters': {
          description: 'Parameters that the list does not take, URL-encoded; they are ignored.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of a user.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The name of a user, and a token as the password.',
        },
      },
    },
  };
}

const countHeader = (description: string): Schema => ({
  description,
  schema: { type: 'integer', minimum: 0 },
});
