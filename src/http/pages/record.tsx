/** The page of one record. */
import type { Kind } from '../../kinds/kind.js';
import { toPlainText } from '../../lib/plain-text.js';
import { type Answered, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { readRecord } from '../../records/read.js';
import type { Context } from '../context.js';
import { presentOne } from '../item.js';
import { When } from './dates.js';
import type { Page } from './document.js';
import { Badges } from './listing.js';
import type { RecordPath } from './paths.js';

/** The page of the record that a path names. Throws what reading a record throws. */
export async function showRecord(deps: Deps, ctx: Context, path: RecordPath): Promise<Page> {
  const { kind, segments } = path;
  const slug = segments.at(-1) ?? '';
  const record = await readRecord(deps, kind, { key: { slug }, caller: null });
  const shown = JSON.parse(await presentOne(deps, record, { caller: null })) as Answered;
  ctx.set('Last-Modified', new Date(`${record.modified_utc}Z`).toUTCString());
  return {
    title: textOf(shown, kind.titleField),
    description: toPlainText(textOf(shown, 'description')),
    canonical: textOf(shown, 'url'),
    alternates: [],
    main: <RecordBody kind={kind} shown={shown} />,
  };
}

function RecordBody({ kind, shown }: { kind: Kind; shown: Answered }) {
  return (
    <article>
      <h1 dir="auto">{textOf(shown, kind.titleField)}</h1>
      {kind.window && <Badges event={shown} />}
      {kind.window && (
        <p class="when">
          <When event={shown} isWhole />
        </p>
      )}
      <div class="text" dir="auto">
        {toPlainText(textOf(shown, 'description'))}
      </div>
    </article>
  );
}
