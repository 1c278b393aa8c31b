import { type SheetEntry, totalOf } from '@tally/draw';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { type Delivery, intend } from '@tally/pipeline/delivery';
import type { GiveawayRow } from '../../tables.ts';
import { OWNER } from '../owner.ts';

/** The draw waits this long for the sheet's post. After that, only the proof page shows the list's hash. */
export const SHEET_PATIENCE_MS = days(1);

/** The sheet must be in the channel within seconds, so it is sent before edits and results. */
const PRIORITY = 1;

interface Fixed {
  readonly round: number;
  readonly sheetHash: string;
  readonly entries: readonly SheetEntry[];
  /** The number of earlier sheets of this draw. */
  readonly place: number;
}

/** Posts the hash of a sheet as a message of its own, so Discord's date proves when it was public. */
export async function postSheet(ctx: Ctx, tx: Db, row: GiveawayRow, fixed: Fixed): Promise<void> {
  const { round, sheetHash, entries, place } = fixed;
  const now = ctx.clock.now();
  const about = { draw: row.draw, round, sheetHash, people: entries.length, tickets: totalOf(entries) };
  await intend(ctx, tx, [
    {
      dedupeKey: `${OWNER} ${row.id} sheet ${row.draw} ${place + 1}`,
      owner: OWNER,
      serverId: row.serverId,
      subject: row.id,
      kind: 'sheet',
      channelId: row.channelId,
      about,
      priority: PRIORITY,
      detectedAt: now,
      giveUpAt: new Date(now.getTime() + SHEET_PATIENCE_MS),
    },
  ]);
}

/** Returns the sheet's facts as they were when it was made, even if the giveaway has changed since. */
export function sheetFacts({ about }: Pick<Delivery, 'about'>) {
  const numberOf = (name: string) => Number(about[name]);
  return {
    draw: numberOf('draw'),
    round: numberOf('round'),
    people: numberOf('people'),
    tickets: numberOf('tickets'),
    sheetHash: String(about['sheetHash']),
  };
}
