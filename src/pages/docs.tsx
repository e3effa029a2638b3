/**
 * The docs page: the routes and what they do, as text. A script of the page replaces it by an
 * explorer of the whole OpenAPI document. Source: Contract 28.
 */
import { h } from 'preact';
import type { Context } from '../http/context.js';
import { summarize } from '../http/openapi/operations.js';
import { type Route, routes } from '../http/routes.js';
import { groupBy } from '../lib/batches.js';
import type { Deps } from '../records/deps.js';
import type { Page, Site } from './document.js';

/** The page. The library of its script makes style elements and draws its arrows from data. */
export async function showDocs(_deps: Deps, _ctx: Context, site: Site): Promise<Page> {
  const groups = groupBy(routes, ({ kind }) => kind?.route ?? 'service');
  const document = `${site.api}/doc`;
  // An element of the script's library: what is inside shows until it is loaded.
  return {
    title: 'Interface',
    description: 'The REST interface behind these pages: its routes, and what they do.',
    canonical: null,
    alternates: [{ type: 'application/json', title: 'OpenAPI', href: document }],
    scripts: ['docs.js'],
    policy: { 'style-src': "'self' 'unsafe-inline'", 'img-src': "'self' data:" },
    main: h('openapi-explorer', { ...SHOWN, 'spec-url': document }, [
      <div slot="overview">
        <h1>The interface behind these pages</h1>
        <p>
          <a href={document}>The whole description as an OpenAPI document</a> (JSON).
        </p>
      </div>,
      [...groups].map(([name, group]) => <Group name={name} group={group} site={site} />),
    ]),
  };
}

/** There is one server, and its operations begin folded. */
const SHOWN = { 'hide-server-selection': true, collapse: true };

function Group({ name, group, site }: { name: string; group: Route[]; site: Site }) {
  return (
    <section aria-labelledby={`routes-${name}`}>
      <h2 id={`routes-${name}`}>{name}</h2>
      <dl>
        {group.map((route) => (
          <>
            <dt>
              <code>
                {site.api}
                {route.path}
              </code>
            </dt>
            {route.operations.map(({ methods, operation }) => (
              <dd>
                <code>{methods.join(', ')}</code> {summarize(route, operation)}
              </dd>
            ))}
          </>
        ))}
      </dl>
    </section>
  );
}
