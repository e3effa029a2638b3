/**
 * Answers of lists in a language other than the default: the entry has an answer for each language
 * in which something of the record has a text, and these are read from them when they are sent.
 */
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { ALL_LANGUAGES, localizedOf, type SiteLanguages } from '../kinds/texts.js';
import { type Answered, isAnswered, listOf } from './answered.js';

/** The answers of a record by language, as JSON texts; the default is always there. */
type Texts = ReadonlyMap<string, string>;

/** → the answer in a language, or with all texts by language. */
export function answerIn(
  kind: Kind,
  texts: Texts,
  { lang, languages: [standard = ''] }: { lang: string; languages: SiteLanguages },
): string {
  const text = texts.get(standard) ?? '{}';
  if (lang === standard) return text;
  if (lang !== ALL_LANGUAGES) {
    const stored = texts.get(lang);
    return stored ?? JSON.stringify(labelled(kind, JSON.parse(text), standard));
  }
  const all = [...texts].map(([tag, text]): [string, Answered] => [tag, JSON.parse(text)]);
  return JSON.stringify(merged(kind, new Map(all), standard));
}

const TEXT_LANGUAGES = 'text_languages';

const labelsOf = (answer: Answered): Answered => {
  const labels = answer[TEXT_LANGUAGES];
  return isAnswered(labels) ? labels : {};
};

/** → an answer in the default that says of which texts it is the language. */
function labelled(kind: Kind, answer: Answered, standard: string): Answered {
  const texts = localizedOf(kind.name).filter((field) => Boolean(answer[field]));
  const labels = { ...Object.fromEntries(texts.map((field) => [field, standard])) };
  return {
    ...answer,
    ...eachLinked(kind, answer, (target, linkedAnswer) => labelled(target, linkedAnswer, standard)),
    ...(texts.length > 0 ? { [TEXT_LANGUAGES]: { ...labels, ...labelsOf(answer) } } : {}),
  };
}

/** → one answer of several in different languages, its texts by language. */
function merged(kind: Kind, answers: ReadonlyMap<string, Answered>, standard: string): Answered {
  const { [TEXT_LANGUAGES]: _, ...answer } = answers.get(standard) ?? {};
  const texts = localizedOf(kind.name).flatMap((field): [string, unknown][] => {
    const texts = [...answers].flatMap(([tag, answer]) => {
      const text = answer[field];
      return text ? [[String(labelsOf(answer)[field] ?? tag), text] as const] : [];
    });
    return texts.length > 0 || field in answer ? [[field, Object.fromEntries(texts)]] : [];
  });
  const linked = eachLinked(kind, answer, (target, linkedAnswer, field) => {
    const same = [...answers].flatMap(([tag, other]): [string, Answered][] => {
      const all = isAnswered(other[field]) ? [other[field]] : listOf(other, field);
      const twin = all.find(({ id }) => id === linkedAnswer.id);
      return twin ? [[tag, twin]] : [];
    });
    return merged(target, new Map(same), standard);
  });
  return { ...answer, ...Object.fromEntries(texts), ...linked };
}

/** → the linked records of an answer as `change` makes them, by field. */
function eachLinked(
  kind: Kind,
  answer: Answered,
  change: (target: Kind, linked: Answered, field: string) => Answered,
): Answered {
  return Object.fromEntries(
    kind.relations.flatMap(({ field, target }): [string, unknown][] => {
      const value = answer[field];
      const changed = (linked: Answered) => change(kinds[target], linked, field);
      if (isAnswered(value)) return [[field, changed(value)]];
      return Array.isArray(value) ? [[field, listOf(answer, field).map(changed)]] : [];
    }),
  );
}
