/** The same page in each language of the site: links for visitors, and for search engines. */
import { withQuery } from '../../present/links.js';
import { type Language, useLanguage } from '../words/language.js';

interface InLanguages {
  languages: readonly Language[];
}

/** Links to the page of a path by the name of each language in itself; nothing for one alone. */
export function LanguageLinks({ here, languages }: InLanguages & { here: string }) {
  const { text, tag } = useLanguage();
  if (languages.length < 2) return null;
  return (
    <nav class="languages" aria-label={text('site.languages')}>
      <ul>
        {languages.map((one) => (
          <li key={one.tag}>
            <a
              href={inLanguage(here, one)}
              lang={one.tag}
              hreflang={one.tag}
              aria-current={one.tag === tag ? 'true' : undefined}
            >
              {one.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** → a URL or path with `lang` in place of any other. */
function inLanguage(url: string, { tag }: Language): string {
  const [path = '', query = ''] = url.split('?');
  const params = Object.fromEntries(new URLSearchParams(query));
  return withQuery(path, { ...params, lang: tag });
}

/** → the path of a file of the site in the language of a page. */
export const fileIn = (
  { base, language, languages }: InLanguages & { base: string; language: Language },
  path: string,
): string => (languages.length < 2 ? base + path : inLanguage(base + path, language));

/** → the canonical URL in a language; the default has no `lang`. */
export const canonicalIn = (canonical: string, language: Language): string =>
  language.isDefault ? canonical : inLanguage(canonical, language);

/** Links to a canonical URL in each language; nothing for one alone. */
export function LanguageAlternates({
  canonical,
  languages,
}: InLanguages & { canonical: string | null }) {
  if (!canonical || languages.length < 2) return null;
  return (
    <>
      {languages.map((one) => (
        <link rel="alternate" hreflang={one.tag} href={canonicalIn(canonical, one)} key={one.tag} />
      ))}
      <link rel="alternate" hreflang="x-default" href={canonical} />
    </>
  );
}
