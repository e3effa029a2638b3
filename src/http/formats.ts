/** Chooses the format of an answer: by suffix, else `format`, else Accept. Contract 20.1. */
import Negotiator from 'negotiator';
import type { Issue } from '../errors.js';
import type { FormatName, Kind } from '../kinds/kind.js';
import { formats } from '../present/formats/registry.js';
import type { AnswerFormat, Context } from './context.js';

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
  // Best first, without their parameters.
  const accepted = new Negotiator(ctx.req).mediaTypes().find((type) => isAnswered(kind, type));
  return { format: byMediaType.get(accepted ?? '') ?? 'json', issues: [] };
}

/** → whether the kind is answered in this type. Wildcards and unknown types mean JSON. */
const isAnswered = ({ formats: names = [] }: Kind, type: string): boolean =>
  type === 'application/json' ||
  type.includes('*') ||
  names.some((name) => formats[name].mediaType === type);
