/**
 * The docs page: the routes and their operations, as text. A script of the page replaces it by an
 * explorer of the whole OpenAPI document. Source: Contract 28.
 */
import { h } from 'preact';
import { groupBy } from '../../lib/batches.js';
import type { Page, Site } from './document.js';

/** A path of the interface with its operations. */
export interface DocumentedRoute {
  /** Below the namespace. */
  path: string;
  /** Its group: the route of a kind, or `service`. */
  group: string;
  operations: { methods: readonly string[]; summary: string }[];
}

/** → the page. The library of its script makes style elements and draws its arrows from data. */
export function showDocs(routes: readonly DocumentedRoute[], site: Site): Page {
  const groups = groupBy(routes, ({ group }) => group);
  const document = `${site.api}/doc`;
  // An element of the script's library: its content is shown until it is loaded.
  return {
    title: 'Interface',
    description: 'The REST interface behind these pages: its routes, and what they do.',
    canonical: null,
    alternates: [{ type: 'application/json', title: 'OpenAPI', href: document }],
    scripts: ['docs.js'],
    policy: { 'style-src': "'self' 'unsafe-inline'", 'img-src': "'self' data:" },
    main: h('openapi-explorer', { ...SHOWN, 'data-doc': document }, [
      <div slot="overview">
        <h1>The interface behind these pages</h1>
        <p>
          Whatever these pages show is there for programs, too. Reading what is public needs no
          account:
        </p>
        <p>
          <code id="first-request">{`${site.api}/events?search=jazz&per_page=5`}</code>
        </p>
        <p>
          Writing needs a token, as <code>Authorization: Bearer TOKEN</code>; whoever runs the site
          gives them out.
        </p>
        <p>
          An error is JSON with <code>code</code>, <code>message</code> and <code>data.status</code>
          ; <code>data.params</code> names each parameter that is wrong, with the reason.
        </p>
        <p role="status" class="error" id="docs-fault" />
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

function Group({ name, group, site }: { name: string; group: DocumentedRoute[]; site: Site }) {
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
            {route.operations.map(({ methods, summary }) => (
              <dd>
                <code>{methods.join(', ')}</code> {summary}
              </dd>
            ))}
          </>
        ))}
      </dl>
    </section>
  );
}
