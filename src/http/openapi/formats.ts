/** What the documentation says of formats besides JSON. Contract 20. */
import type { Kind } from '../../kinds/kind.js';
import { formats } from '../../present/formats/registry.js';
import type { Operation } from '../routes.js';
import type { Schema } from './schema.js';

/** → the parameters, those of a path with a suffix naming the format there alone. */
export function formatInPath(parameters: Schema[], kind: Kind | null): Schema[] {
  if (!kind) return parameters;
  const { formats: names = [] } = kind;
  const format = {
    name: 'format',
    in: 'path',
    required: true,
    description: 'Format of the answer.',
    schema: { type: 'string', enum: ['json', ...names] },
  };
  return [format, ...parameters.filter(({ name }) => name !== 'format')];
}

/** → what the other formats of a read hold, by media type. */
export function inFormats(kind: Kind | null, operation: Operation): Schema {
  if (operation !== 'list' && operation !== 'read') return {};
  return Object.fromEntries(
    (kind?.formats ?? []).map((name) => {
      const { mediaType, description } = formats[name];
      const type = mediaType.endsWith('json') ? 'object' : 'string';
      return [mediaType, { schema: { type, description: `As \`${name}\`: ${description}` } }];
    }),
  );
}
