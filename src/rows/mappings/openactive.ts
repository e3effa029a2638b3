/**
 * OpenActive: the sessions of an RPDE feed, with their series inside; and the changes of this
 * service, or another Marquee.
 */
import { isJsonObject, type JsonObject } from '../../kinds/record.js';
import { withoutUndefined } from '../columns/clean.js';
import type { Mapping, Row } from '../mapping.js';
import { all, plainNode, withSeries } from './json-ld.js';
import { schemaOrgEvents } from './schema-org.js';
import { calendarEvents, isAnswer } from './the-events-calendar.js';

/** The mapping of sessions. */
export const openactive: Mapping = {
  name: 'openactive',
  kind: 'event',
  source: {
    title: 'OpenActive, a feed of sessions',
    url: 'https://openactive.io',
    licence: 'that of the publisher',
  },
  isLike: (row) => /openactive\.io/.test(JSON.stringify(row['@context'] ?? '')),
  passBy: (row) => (isAnswer(row) ? null : (schemaOrgEvents.passBy?.(session(row)) ?? null)),
  key: (row, tools) =>
    isAnswer(row) ? calendarEvents.key(row, tools) : schemaOrgEvents.key(session(row), tools),
  sharedKey: (row) => (isAnswer(row) ? null : (schemaOrgEvents.sharedKey?.(session(row)) ?? null)),
  isPartial: (row) => schemaOrgEvents.isPartial?.(row) ?? false,
  payload(row, tools) {
    if (isAnswer(row)) return calendarEvents.payload(row, tools);
    const whole = session(row);
    const payload = schemaOrgEvents.payload(whole, tools);
    const labels = all(whole.activity).flatMap((activity) =>
      isJsonObject(activity)
        ? (tools.text(activity.prefLabel) ?? [])
        : (tools.text(activity) ?? []),
    );
    const tags = [...new Set([...(tools.list(payload.tags) ?? []), ...labels])];
    return { ...payload, tags, categories: tools.list(whole.category) };
  },
};

/** → the session with missing members from its series. */
function session(row: Row): JsonObject {
  const node = row as JsonObject;
  // Version 1 has no `@`.
  const names = { '@type': node['@type'] ?? node.type, '@id': node['@id'] ?? node.id };
  return withSeries({ ...plainNode(node), ...withoutUndefined(names) });
}
