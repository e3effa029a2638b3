/**
 * OpenActive: the sessions of an RPDE feed, whose series stands in them; and the changes that this
 * service, or another one of its kind, tells.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import type { Mapping, Row } from '../mapping.js';
import { all, plainNode } from './json-ld.js';
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

/** Members of a list of which a mapping reads all. */
const LISTS = ['activity', 'category'];

/** → the session with what its series says, and it does not. */
function session(row: Row): JsonObject {
  const node = row as JsonObject;
  const [series] = all(node.superEvent);
  const above = isJsonObject(series ?? null) ? session(series as JsonObject) : {};
  const { '@type': _, '@id': _id, identifier: _identifier, ...inherited } = above;
  const lists = LISTS.flatMap((name): [string, Json][] =>
    name in node ? [[name, node[name] ?? null]] : [],
  );
  // Version 1 has no `@`.
  const [type, id] = [node['@type'] ?? node.type, node['@id'] ?? node.id];
  const names = { '@type': type ?? null, '@id': id ?? null };
  const columns = Object.entries({ ...plainNode(node), ...names, ...Object.fromEntries(lists) });
  return { ...inherited, ...Object.fromEntries(columns.filter(([, value]) => value !== null)) };
}
