/** Listings that follow each other, and a club that they follow, too. Contract 30, 32. */
import { type Step, tellStories } from '../support/story.js';

const LISTINGS = ['a', 'b', 'c'] as const;
const circle: Step[1]['rests'] = [
  ...([
    ['a', 'b'],
    ['b', 'a'],
  ] as const),
  ...([
    ['a', 'c'],
    ['b', 'c'],
  ] as const),
];
const all: Step[1]['rests'] = [
  ...([
    ['a', 'club'],
    ['b', 'club'],
  ] as const),
  ...LISTINGS.flatMap((one) =>
    LISTINGS.filter((other) => other !== one).map((other) => [one, other] as const),
  ),
];
const told = (...names: string[]) => names.map((name) => ({ uid: `${name}@club.example` }));
const showing = (...sorted: string[]) => LISTINGS.map((who): Step => [who, {}, { sorted }]);
const three = ['C', 'one@club.example', 'three@club.example', 'two@club.example'];

tellStories({
  '32 listings that follow each other have everything once, and a change comes to rest': [
    ...LISTINGS.map((who): Step => {
      const name = who.toUpperCase();
      return [
        who,
        { makes: { [name]: { venue: { venue: `Hall ${name}` }, categories: ['Music'] } } },
      ];
    }),
    ['all', { rests: circle, within: 3 }],
    ...(['a', 'b'] as const).map(
      (who): Step => [
        who,
        {},
        {
          sorted: ['A', 'B', 'C'],
          names: { venues: ['Hall A', 'Hall B', 'Hall C'], categories: ['Music'] },
        },
      ],
    ),
    ['c', {}, { titles: ['C'] }],
    ['a', { edits: { A: { title: 'A2' } } }],
    ['c', { edits: { C: { title: 'C2' } } }],
    ['all', { rests: circle, within: 2 }],
    ['b', {}, { sorted: ['A2', 'B', 'C2'] }],
    ['b', { removes: 'B' }],
    ['c', { removes: 'C' }],
    ['all', { rests: circle, within: 3 }],
    ['a', {}, { titles: ['A2'] }],
    ['b', {}, { titles: ['A2'] }],
    ['c', {}, { titles: [] }],
  ],
  '32 listings lose what a club deletes that several of them follow': [
    ['club', { tells: told('one', 'two', 'three') }],
    ['a', { runs: 'club', by: { category: 'Club' } }],
    ['b', { runs: 'club', by: { category: 'Club' } }],
    ['c', { makes: { C: {} } }],
    ['all', { rests: all }],
    ...showing(...three),
    ['club', { tells: told('one', 'two') }],
    ['all', { rests: all }],
    ['all', { rests: all }],
    ...showing(...three.filter((title) => !title.startsWith('three'))),
    // It comes again, also to the listing that has it through others alone.
    ['club', { tells: told('one', 'two', 'three') }],
    ['all', { rests: all }],
    ...showing(...three),
  ],
});
