/**
 * Reads settings by schemas/settings.json, which states their names, forms and defaults, and lists
 * them for people.
 */
import type { Json } from './kinds/record.js';
import { isOneLetterAway } from './lib/text/one-letter.js';
import { wrongSettings } from './lib/wrong-settings.js';
import { validate } from './validation/compile.js';
import { loadSchema, type PropertySchema } from './validation/schemas.js';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PATH = 'settings.json';

/** Readers of valid settings. */
export type Values = ReturnType<typeof readValues>;

/** → readers of the valid settings. Throws one Error that lists every invalid setting. */
export function readValues(env: Environment) {
  const { properties } = loadSchema(PATH);
  const raw = readRaw(env);
  const { values, issues } = validate(PATH, raw, 'query');
  const faults = issues.map(({ param }) => `${param} must be ${formOf(properties[param] ?? {})}`);
  if (Number(values.DEFAULT_PER_PAGE) > Number(values.MAX_PER_PAGE)) {
    faults.push(`DEFAULT_PER_PAGE must be at most MAX_PER_PAGE (${values.MAX_PER_PAGE})`);
  }
  if (faults.length > 0) throw wrongSettings(faults);
  return {
    text: <T extends string>(name: string) => String(values[name] ?? '') as T,
    number: (name: string) => Number(values[name] ?? 0),
    list: (name: string) => (values[name] ?? []) as string[],
  };
}

/** → the settings that the environment holds; empty texts count as absent. */
function readRaw(env: Environment): Record<string, string> {
  const names = Object.keys(loadSchema(PATH).properties);
  const pairs = names.map((name) => [name, env[name]?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

function formOf({ form, enum: values, type, minimum, maximum }: PropertySchema): string {
  if (form !== undefined) return String(form);
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  return 'well-formed text without control characters';
}

/** One setting, as `npm run settings` shows it. */
export interface Setting {
  name: string;
  /** The value in force, masked when it is secret; null: not set. */
  value: Json;
  isSet: boolean;
  /** What is in force when it is not set, in Markdown. */
  default: string;
  description: string;
}

/** → every setting with its value in force. Throws what `readValues` throws. */
export function listSettings(env: Environment): Setting[] {
  readValues(env);
  const raw = readRaw(env);
  return Object.entries(loadSchema(PATH).properties).map(([name, property]) => {
    const isSet = raw[name] !== undefined;
    const value = raw[name] ?? property.default ?? null;
    return {
      name,
      value: isSet && property.secret === true ? '(secret)' : value,
      isSet,
      default: String(property.unset ?? `\`${property.default}\``),
      description: property.description ?? '',
    };
  });
}

/** → names in the environment that are close to a setting's, each with that name. */
export function findMistaken(env: Environment): { name: string; meant: string }[] {
  const names = Object.keys(loadSchema(PATH).properties);
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || !name.includes('_')) return [];
    const meant = names.find((other) => other.includes('_') && isOneLetterAway(name, other));
    return meant ? [{ name, meant }] : [];
  });
}
