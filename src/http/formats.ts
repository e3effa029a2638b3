/** Chooses the format of an answer: by suffix, else `format`, else Accept. Contract 20.1. */
import Negotiator from 'negotiator';
import type { Issue } from '../errors.js';
import type { FormatName, Kind } from '../kinds/kind.js';
import { formats } from '../present/formats/registry.js';
import type { AnswerFormat, Context } from './context.js';

/** What may be answered: errors also as pages. */
const MEDIA_TYPES: string[] = [
  'application/json',
  'text/html',
  ...Object.values(formats).map(({ mediaType }) => mediaType),
];
const byMediaType = new Map<string, FormatName>(
  Object.values(formats).map(({ mediaType, name }) => [mediaType, name]),
);

/** → whether the kind is answered in this format. */
export const isFormatOf = (kind: Kind, name: string): name is AnswerFormat =>
  name === 'json' || (kind.formats ?? []).some((format) => format === name);

/**
 * → the format of a read, and an issue when suffix and `format` differ. A `format` that the kind
 * does not have is left to validation. Sets `Vary`.
 */
export function formatOf(kind: Kind, ctx: Context): { format: AnswerFormat; issues: Issue[] } {
  if (!kind.formats) return { format: 'json', issues: [] };
  ctx.vary('Accept');
  const { suffix, parameters } = ctx.state;
  const sent = parameters.format;
  if (suffix !== undefined) {
    const isAnother = typeof sent === 'string' && sent !== suffix && isFormatOf(kind, sent);
    const issue = { param: 'format', reason: `The path asks for ${suffix}.` };
    return { format: suffix, issues: isAnother ? [issue] : [] };
  }
  if (typeof sent === 'string' && isFormatOf(kind, sent)) return { format: sent, issues: [] };
  const accepted = acceptedTypes(ctx).find((type) => isAnswered(kind, type));
  return { format: byMediaType.get(accepted ?? '') ?? 'json', issues: [] };
}

/**
 * → what Accept says of all formats, as a text: equal texts choose equal formats. `""` for any.
 */
export function acceptedFormats(ctx: Context): string {
  const { accept } = ctx.req.headers;
  if (accept === undefined || accept === '*/*') return '';
  const types = acceptedTypes(ctx);
  return types.filter((type) => MEDIA_TYPES.includes(type) || isWildcard(type)).join();
}

/** → the types of Accept, best first, without their parameters. */
const acceptedTypes = (ctx: Context): string[] => new Negotiator(ctx.req).mediaTypes();

const isWildcard = (type: string): boolean => type.includes('*');

/** → whether the kind is answered in this type. Wildcards and unknown types mean JSON. */
const isAnswered = ({ formats: names = [] }: Kind, type: string): boolean =>
  type === 'application/json' ||
  isWildcard(type) ||
  names.some((name) => formats[name].mediaType === type);
