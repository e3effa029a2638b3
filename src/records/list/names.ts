/**
 * The names of records in another language than the default, by their entries: facets and
 * suggestions show them.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import { withoutMarkers } from '../../present/markers.js';
import type { FacetValue } from '../../search/facets.js';
import type { SearchIndex } from '../../search/port.js';

type Index = Pick<SearchIndex, 'search'>;

/** Records by ID, and the language in which they are read. */
interface Named {
  ids: readonly number[];
  lang: string;
}

/** → names by ID, in the language or else in the default; whoever asks may see the records. */
export const namesIn = (index: Index, name: KindName, named: Named): Promise<Map<number, string>> =>
  textsIn(index, name, kinds[name].titleField, named);

/** → a field of their answers by ID, as text; `""` where it is not answered. */
export async function textsIn(
  index: Index,
  name: KindName,
  field: string,
  { ids, lang }: Named,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const values = [...new Set(ids)];
  const { hits } = await index.search({
    kind: name,
    where: [{ test: 'anyOf', field: 'id', values }],
    visible: [],
    text: null,
    geo: null,
    sort: { by: 'field', field: 'id', direction: 'asc' },
    from: { offset: 0 },
    limit: values.length,
    facets: [],
    nowSeconds: 0,
    isFull: true,
    languages: [lang],
  });
  return new Map(
    hits.map(({ id, answer, others: texts = {} }) => {
      const { [field]: text = '' } = JSON.parse(withoutMarkers(texts[lang] ?? answer));
      return [id, String(text)];
    }),
  );
}

/** → facets whose linked records are called as in a language. */
export async function facetsIn(
  index: Index,
  kind: Kind,
  { facets, lang }: { facets: Readonly<Record<string, FacetValue[]>>; lang: string },
): Promise<Record<string, FacetValue[]>> {
  const named = Object.entries(facets).map(async ([facet, values]) => {
    const field = kind.facets?.[facet]?.field ?? kind.tiles;
    const target = kind.relations.find((relation) => relation.field === field)?.target;
    if (!target) return [facet, values] as const;
    const linkedIn = ({ id, tile }: FacetValue) => id ?? tile?.only?.id ?? [];
    const names = await namesIn(index, target, { ids: values.flatMap(linkedIn), lang });
    return [facet, values.map((value) => renamed(value, names))] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

function renamed(value: FacetValue, names: ReadonlyMap<number, string>): FacetValue {
  const { id, name, tile } = value;
  const only = tile?.only;
  if (only) {
    const name = names.get(only.id) ?? only.name;
    return { ...value, tile: { ...tile, only: { ...only, name } } };
  }
  return id === undefined ? value : { ...value, name: names.get(id) ?? String(name) };
}
