/**
 * The languages of the site: their messages, parsed once, and how each writes dates and numbers.
 * Catalogues are messages/{language}.json, in ICU MessageFormat. Contract 26.7.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { match } from '@formatjs/intl-localematcher';
import { IntlMessageFormat } from 'intl-messageformat';
import Negotiator from 'negotiator';
import type { ComponentChildren } from 'preact';
import { packageRoot } from '../../lib/files/package.js';
import type en from '../messages/en.json';
import { dateWords } from './date-words.js';

/** The name of a message. */
export type MessageName = Exclude<keyof typeof en, `_${string}`>;

/** The arguments of messages. */
type Arguments = Readonly<Record<string, string | number>>;
type Parts = Readonly<Record<string, ComponentChildren>>;
type Direction = keyof typeof OTHER_WAY;

/** A language of the site. */
export type Language = ReturnType<typeof openLanguage>;

/** The languages of a site; the first is the default. */
interface Languages {
  all: readonly Language[];
  standard: Language;
}

const opened = new Map<string, Languages>();

/** → the languages of these tags. Throws for a tag without a catalogue. */
export function languagesOf(tags: readonly string[]): Languages {
  const known = opened.get(tags.join());
  if (known) return known;
  const all = [...new Set(tags)].map((tag, at) => openLanguage(tag, at === 0));
  const [standard] = all;
  if (!standard) throw new Error('A site needs a language.');
  opened.set(tags.join(), { all, standard });
  return { all, standard };
}

/** Most ranges of a header that are read. */
const RANGES = 20;

/** → the language that `lang` names, else the best of a header `Accept-Language`. */
export function chooseLanguage(
  { all, standard }: Languages,
  { lang, accepted = '' }: { lang?: unknown; accepted?: string | undefined },
): { language: Language; isAsked: boolean } {
  const asked = all.find(({ tag }) => typeof lang === 'string' && isSame(tag, lang));
  if (asked) return { language: asked, isAsked: true };
  if (all.length === 1 || accepted === '') return { language: standard, isAsked: false };
  const header = accepted.split(',', RANGES).join();
  const ranges = new Negotiator({ headers: { 'accept-language': header } })
    .languages()
    .filter((range) => range !== '*' && isLocale(range));
  const tags = all.map(({ tag }) => tag);
  const tag = match(ranges, tags, standard.tag);
  return { language: all.find((one) => one.tag === tag) ?? standard, isAsked: false };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function isLocale(range: string): boolean {
  try {
    return new Intl.Locale(range).language !== undefined;
  } catch {
    return false;
  }
}

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(packageRoot(), 'src/pages/messages', `${language}.json`), 'utf8'));

/** Scripts that are written from the right. */
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Thaa', 'Syrc'];

function openLanguage(tag: string, isDefault: boolean) {
  const { language, script } = new Intl.Locale(tag).maximize();
  const dir: Direction = RIGHT_TO_LEFT.includes(script ?? '') ? 'rtl' : 'ltr';
  // English without a region is written as in most of the world: the day first, 24 hours.
  const locale = tag === 'en' ? 'en-GB' : tag;
  const catalogue = { ...catalogueOf('en'), ...catalogueOf(language) };
  const messages = new Map(
    Object.entries(catalogue)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, message]) => [name, parseMessage(message, locale)]),
  );
  const messageOf = (name: MessageName): Message => {
    const message = messages.get(name);
    if (!message) throw new Error(`There is no message ${name}.`);
    return message;
  };
  return {
    /** BCP 47, `de-AT`. */
    tag,
    /** Whether it is the default of the site. */
    isDefault,
    /** Its name in itself, `Deutsch`. */
    name: catalogue._name ?? tag,
    dir,
    /** The text between two names, `, `. */
    comma: catalogue._comma ?? ', ',
    /** The signs between two sentences, `. `. */
    stop: catalogue._stop ?? '. ',
    /** The article before a lone weekday, not after "every"; may be `""`. */
    article: catalogue._article ?? '',
    /** → a message; names in another direction are isolated. */
    text: (name: MessageName, values: Arguments = {}): string => {
      const { format, keys, plain } = messageOf(name);
      return plain ?? String(format.format(isolated(values, keys, dir)));
    },
    /** → the message of a name that comes from outside, else the other text. */
    textOr: (name: string, otherwise: string): string => {
      const message = messages.get(name);
      return message ? String(message.format.format()) : otherwise;
    },
    /** → a message around parts of a page. */
    parts: (name: MessageName, values: Parts): ComponentChildren =>
      messageOf(name).format.format<ComponentChildren>(values as never) as never,
    dates: dateWords(locale),
    /** → a list in words, `Jazz, Rock and Pop`. */
    list: new Intl.ListFormat(locale),
    /** → alternatives in words, as parts. */
    either: new Intl.ListFormat(locale, { type: 'disjunction' }),
    number: new Intl.NumberFormat(locale),
    /** The category of each number in plurals, for the words of scripts. */
    plurals: new Intl.PluralRules(locale),
  };
}

/** A message, and its arguments that choose among its forms. */
interface Message {
  format: IntlMessageFormat;
  keys: ReadonlySet<string>;
  /** The text of a message without arguments, as most are; else null. */
  plain: string | null;
}

/** Of the parts of a message: a text. */
const LITERAL = 0;

function parseMessage(text: string, locale: string): Message {
  const format = new IntlMessageFormat(text, locale);
  const keys = new Set(text.match(/\b\w+(?=, select,)/g));
  const [first, ...more] = format.getAst();
  const plain = first?.type === LITERAL && more.length === 0 ? first.value : null;
  return { format, keys, plain };
}

/** → the values, texts of the other direction between signs that isolate them. */
const isolated = (values: Arguments, keys: ReadonlySet<string>, dir: Direction): Arguments =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !keys.has(name) && OTHER_WAY[dir].test(value)
        ? `\u2068${withoutTurns(value)}\u2069`
        : value,
    ]),
  );

/** → a text without signs that set the direction of the following text. */
export function withoutTurns(text: string): string {
  const kept = text.replace(/[\u202a-\u202e]/g, '');
  let open = 0;
  for (const sign of kept.match(/[\u2066-\u2069]/g) ?? []) {
    open += sign === '\u2069' ? -1 : 1;
    if (open < 0) break;
  }
  return open === 0 ? kept : kept.replace(/[\u2066-\u2069]/g, '');
}

/** Letters of the other direction, and signs that change it. */
const OTHER_WAY = {
  ltr: /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/,
  rtl: /[a-z\u00c0-\u024f\u0370-\u058f\u202a-\u202e\u2066-\u2069]/i,
};

let current: Language | null = null;

/**
 * → the result of `render` for components in a language. It takes no turns with others. A context
 * of Preact, whose objects outlive young collections, took half as long again for a page.
 */
export function renderIn<T>(language: Language, render: () => T): T {
  current = language;
  try {
    return render();
  } finally {
    current = null;
  }
}

/** → the language of a component. */
export function useLanguage(): Language {
  if (!current) throw new Error('A component outside of a page.');
  return current;
}
