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
  const faults: string[] = [];
  const read = (language: string | null) => {
    const raw = readRaw(env, language);
    const { values, issues } = validate(PATH, valuesOf(raw), 'query');
    for (const { param } of issues) {
      faults.push(`${raw[param]?.name ?? param} must be ${formOf(properties[param] ?? {})}`);
    }
    return values;
  };
  const values = read(null);
  const languages = languagesIn(env);
  const texts = new Map(languages.map((language) => [language, read(language)]));
  if (Number(values.DEFAULT_PER_PAGE) > Number(values.MAX_PER_PAGE)) {
    faults.push(`DEFAULT_PER_PAGE must be at most MAX_PER_PAGE (${values.MAX_PER_PAGE})`);
  }
  if (faults.length > 0) throw wrongSettings([...new Set(faults)]);
  return {
    text: <T extends string>(name: string) => String(values[name] ?? '') as T,
    languages,
    textIn: (language: string, name: string) => String(texts.get(language)?.[name] ?? ''),
    number: (name: string) => Number(values[name] ?? 0),
    list: (name: string) => (values[name] ?? []) as string[],
  };
}

/** The value of a setting, and its variable. */
interface Stated {
  name: string;
  value: string;
}

/**
 * → the settings of the environment; empty texts count as absent. For a language its own variables
 * come before the common variables: `SITE_NAME_DE_AT` before `SITE_NAME`.
 */
function readRaw(env: Environment, language: string | null): Record<string, Stated> {
  const stated = Object.entries(loadSchema(PATH).properties).map(([setting, property]) => {
    const own = language && property.byLanguage ? variableIn(setting, language) : setting;
    const names = [own, setting].map((name) => ({ name, value: env[name]?.trim() ?? '' }));
    return [setting, names.find(({ value }) => value !== '')] as const;
  });
  return Object.fromEntries(
    stated.flatMap(([setting, found]) => (found ? [[setting, found]] : [])),
  );
}

function languagesIn(env: Environment): string[] {
  const unset = loadSchema(PATH).properties.SITE_LANGUAGES?.default;
  const stated = readRaw(env, null).SITE_LANGUAGES?.value ?? String(unset);
  return [...new Set(stated.split(','))];
}

const valuesOf = (raw: Record<string, Stated>): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).map(([setting, { value }]) => [setting, value]));

const variableIn = (setting: string, language: string): string =>
  `${setting}_${language.replaceAll('-', '_').toUpperCase()}`;

function formOf({ form, enum: values, type, minimum, maximum }: PropertySchema): string {
  if (form !== undefined) return String(form);
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  return 'well-formed text without control characters';
}

/** A setting, as `npm run settings` shows it. */
export interface Setting {
  name: string;
  /** The value in force, masked when it is secret; null: not set. */
  value: Json;
  isSet: boolean;
  /** The value in force when it is not set, in Markdown. */
  default: string;
  description: string;
}

/** → every setting with its value in force. Throws the errors of `readValues`. */
export function listSettings(env: Environment): Setting[] {
  readValues(env);
  const languages = languagesIn(env);
  const [raw, ...inLanguages] = [null, ...languages].map((language) => readRaw(env, language));
  return Object.entries(loadSchema(PATH).properties).flatMap(([setting, property]) => {
    const about = {
      default: String(property.unset ?? `\`${property.default}\``),
      description: property.description ?? '',
    };
    const shown = ({ name, value }: Stated): Setting => ({
      ...{ name, value: property.secret === true ? '(secret)' : value, isSet: true },
      ...about,
    });
    const unset = { name: setting, value: property.default ?? null, isSet: false, ...about };
    const own = inLanguages.flatMap((stated) => stated[setting] ?? []);
    return [
      raw?.[setting] ? shown(raw[setting]) : unset,
      ...own.filter(({ name }) => name !== setting).map(shown),
    ];
  });
}

/**
 * → names in the environment that are close to a setting's, or name an unknown language of the
 * site, each with the setting.
 */
export function findMistaken(env: Environment): { name: string; meant: string }[] {
  const languages = languagesIn(env);
  const settings = Object.entries(loadSchema(PATH).properties);
  const byLanguage = settings.flatMap(([name, property]) => (property.byLanguage ? name : []));
  const names = [
    ...settings.map(([name]) => name),
    ...byLanguage.flatMap((name) => languages.map((language) => variableIn(name, language))),
  ];
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || !name.includes('_')) return [];
    const isClose = (other: string) => other.includes('_') && isOneLetterAway(name, other);
    const meant =
      names.find(isClose) ?? byLanguage.find((setting) => name.startsWith(`${setting}_`));
    return meant ? [{ name, meant }] : [];
  });
}
