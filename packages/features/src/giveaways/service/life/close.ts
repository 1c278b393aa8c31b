import type { UserId } from '@tally/contract';
import {
  type AbandonedSheet,
  discordTimeOf,
  hashSheet,
  momentOf,
  roundAfter,
  type Sheet,
  totalOf,
  writeSheet,
} from '@tally/draw';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { type Ctx, days, declareJob } from '@tally/kernel';
import { amend } from '@tally/pipeline/delivery';
import { z } from 'zod';
import { standingOf } from '../../match/standing.ts';
import { isDrop, readTerms } from '../../match/terms.ts';
import { changeDraw, findDraw, listDrawn } from '../../store/draws.ts';
import { listSheetEntries } from '../../store/entries.ts';
import { findGiveaway, step } from '../../store/giveaways.ts';
import type { Abandoned, DrawRow, GiveawayRow } from '../../tables.ts';
import { postSheet } from '../draw/sheet-post.ts';
import { note } from '../note.ts';
import { wrongState } from './wrong-state.ts';

export const drawJob = declareJob({
  name: 'giveaways/draw',
  data: z.object({ giveawayId: z.string(), number: z.int() }),
  concurrency: 4,
  retryLimit: 20,
});

/** Allows one waiting job per draw. */
export const keyOf = ({ giveawayId, number }: { giveawayId: string; number: number }): string =>
  `${giveawayId} ${number}`;

/** Closes a giveaway that is due, or that a manager ends early. A second call changes nothing. */
export async function closeGiveaway(
  ctx: Ctx,
  giveawayId: string,
  { byId, reply }: { readonly byId: UserId | null; readonly reply?: string },
): Promise<void> {
  const isOurs = await ctx.db.transaction(async (tx) => {
    const row = await findGiveaway(tx, giveawayId);
    const isClosed = row !== null && (await closeWithin(ctx, tx, row, { byId }));
    if (isClosed) await keepReply(ctx, tx, reply);
    return isClosed;
  });
  if (!isOurs && byId) throw await wrongState(ctx, ctx.db, giveawayId);
}

export async function closeWithin(
  ctx: Ctx,
  tx: Db,
  { id }: Pick<GiveawayRow, 'id'>,
  { byId }: { readonly byId: UserId | null },
): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await step(tx, id, {
    from: byId ? ['running', 'paused'] : ['running'],
    to: { state: 'drawing', closedAt: now, pausedAt: null },
  });
  if (!row) return false;
  await note(ctx, tx, row, [{ event: 'closed', byId, details: { people: row.people } }]);
  await fixSheet(ctx, tx, row, { winners: readTerms(row).winnerCount, leavesOutWinners: true });
  return true;
}

interface Drawing {
  readonly winners: number;
  readonly leavesOutWinners: boolean;
  /** True if the beacon has failed for too long. The seed alone then decides, and the proof says so. */
  readonly isWithoutBeacon?: boolean;
}

/**
 * Fixes the list of entrants and posts its hash, before the beacon value that will decide is known. Without a beacon,
 * the time of the post does not matter.
 */
export async function fixSheet(ctx: Ctx, tx: Db, row: GiveawayRow, drawing: Drawing): Promise<void> {
  const which = { giveawayId: row.id, number: row.draw };
  const former = await findDraw(tx, which);
  if (!former) throw new Error(`The giveaway ${row.id} has no draw ${row.draw}.`);
  const now = ctx.clock.now();
  const hasBeacon = !isDrop(readTerms(row)) && !drawing.isWithoutBeacon && ctx.beacon.isOn;
  const abandoned = abandonedOf(former, now);
  const madeAt = new Date(abandoned.at(-1)?.at ?? now);
  const round = hasBeacon ? roundAfter(madeAt, ctx.beacon.network, abandoned.length) : null;
  const leftOut = await keysLeftOut(tx, row, drawing);
  const entries = await listSheetEntries(tx, row.id, leftOut);
  const { winners, leavesOutWinners } = drawing;
  const closedAt = former.closedAt ?? now;
  const timing = isOfVersion1(former) ? null : { closedAt, abandoned: abandoned.map(wireSheet) };
  const fixed: Sheet = { giveawayId: row.id, draw: row.draw, winners, round, timing, entries };
  const sheet = writeSheet(fixed);
  await changeDraw(tx, which, {
    winners,
    leavesOutWinners,
    sheet,
    sheetHash: hashSheet(sheet),
    people: entries.length,
    tickets: totalOf(entries),
    round,
    abandoned,
    closedAt,
    publishedAt: round === null ? now : null,
    postId: null,
  });
  const at = round === null ? now : momentOf(round, ctx.beacon.network);
  await ctx.queue.send(drawJob, which, { tx, singletonKey: keyOf(which), startAfter: at });
  if (round !== null)
    await postSheet(ctx, tx, row, { ...fixed, round, sheetHash: hashSheet(sheet), place: abandoned.length });
  if (row.messageKey) await amend(ctx, tx, [row.messageKey], { giveUpAt: new Date(now.getTime() + days(1)) });
}

/** A draw keeps the format it began with, even if we upgrade between two of its sheets. */
const isOfVersion1 = ({ sheet }: DrawRow): boolean => sheet?.startsWith('tally-draw 1\n') ?? false;

/** Records the earlier sheet as void. Uses Discord's time if our clock is behind it. */
function abandonedOf({ abandoned, round, sheetHash, postId }: DrawRow, now: Date): DrawRow['abandoned'] {
  if (round === null || sheetHash === null) return abandoned;
  const at = new Date(Math.max(now.getTime(), postId ? discordTimeOf(postId).getTime() : 0)).toISOString();
  return [...abandoned, { round, sheetHash, postId, at }];
}

const wireSheet = ({ round, sheetHash, postId = null, at }: Abandoned): AbandonedSheet => ({
  round,
  sheetHash,
  postId,
  at: new Date(at ?? Number.NaN),
});

/** Current winners cannot win again, even if earlier winners may. */
async function keysLeftOut(tx: Db, { id, draw }: GiveawayRow, { leavesOutWinners }: Drawing): Promise<string[]> {
  if (draw === 1) return [];
  const drawn = await listDrawn(tx, [id]);
  const winners = leavesOutWinners ? drawn.filter(({ outcome }) => outcome === 'won') : standingOf(drawn);
  return winners.map(({ key }) => key);
}
