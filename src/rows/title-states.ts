/**
 * States that people write into titles: `Abgesagt: Konzert`, `[SOLD OUT] Concert`, `Market -
 * Cancelled`. Only words that a sign sets off from the title count: a band may have such a name.
 * Contract 17.
 */

/** The states of an event in its title, as fields. */
interface TitleStates {
  event_status?: string;
  availability?: string;
}

const STATES: readonly [states: TitleStates, words: string][] = [
  [
    { event_status: 'cancelled' },
    'cancelled, canceled, called off, abgesagt, entfällt, fällt aus, annulé, annulée, annulés, ' +
      'annulées, cancelado, cancelada, cancelados, canceladas, suspendido, suspendida, anulado, ' +
      'anulada, annullato, annullata, annullati, annullate, cancellato, cancellata, geannuleerd, ' +
      'afgelast, gaat niet door, inställt, inställd, inställda, aflyst, avlyst, peruttu, ' +
      'peruutettu, odwołane, odwołany, odwołana, odwołano, zrušeno, zrušen, zrušena, elmarad, ' +
      'otkazano, отменено, отменён, отменен, отменена, отмена, скасовано, ακυρώθηκε, iptal, ' +
      'ملغى, ملغاة, 中止, キャンセル, 取消, 已取消, 취소',
  ],
  [
    { event_status: 'postponed' },
    'postponed, verschoben, reporté, reportée, reportés, reportées, aplazado, aplazada, ' +
      'pospuesto, pospuesta, postergado, postergada, rinviato, rinviata, posticipato, ' +
      'posticipata, adiado, adiada, uitgesteld, uppskjuten, uppskjutet, udskudt, utsatt, ' +
      'siirretty, lykätty, przełożone, przełożony, przełożona, odloženo, odložen, odložena, ' +
      'elhalasztva, odgođeno, перенесено, перенесён, перенесен, αναβάλλεται, ertelendi, مؤجل, ' +
      '延期, 推迟, 연기',
  ],
  [{ event_status: 'rescheduled' }, 'rescheduled'],
  [
    { availability: 'sold_out' },
    'sold out, sold-out, fully booked, ausverkauft, ausgebucht, complet, guichets fermés, ' +
      'agotado, agotada, agotadas, esaurito, esgotado, uitverkocht, slutsålt, utsålt, udsolgt, ' +
      'utsolgt, loppuunmyyty, wyprzedane, vyprodáno, распродано, 完売, 満席, 售罄, 매진',
  ],
];

const byWord = new Map(
  STATES.flatMap(([states, words]) => words.split(', ').map((word) => [word, states])),
);

/** The words before a sign that sets them off, and the words after a sign. */
const HEAD = /^[^\p{L}\p{N}]{0,10}(\p{L}[\p{L}\p{M} -]{0,30}?)\s?(?:[:：)\]}】|!*•–—]|\s[-/])/u;
const TAIL = /(?:[([{【|*•–—]|[:：]\s|\s[-/])\s?(\p{L}[\p{L}\p{M} -]{0,30}?)[^\p{L}\p{N}]{0,10}$/u;

/** → the states that a word of any of the languages means. */
export const statesOf = (word: string): TitleStates | undefined =>
  byWord.get(word.normalize('NFC').toLowerCase().trim());

/** → the states of an event in its title; empty without such words. */
export function statesIn(title: string): TitleStates {
  for (const pattern of [HEAD, TAIL]) {
    const found = pattern.exec(title);
    const rest = title.replace(found?.[0] ?? '', '');
    const states = statesOf(found?.[1] ?? '');
    if (states && /\p{L}/u.test(rest)) return states;
  }
  return {};
}

/** → the state that a foreign file gives an event: many programs write `scheduled` of every one. */
export const statusWith = (title = '', status: string | undefined): string | undefined =>
  (status ?? 'scheduled') === 'scheduled' ? (statesIn(title).event_status ?? status) : status;
