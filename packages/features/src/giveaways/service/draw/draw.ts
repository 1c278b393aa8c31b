import type { MessageId } from '@tally/contract';
import {
  BEACON_PATIENCE_MS,
  type Drawn,
  drawOrder,
  isPostedLate,
  momentOf,
  randomnessOf,
  readSheet,
} from '@tally/draw';
import type { Ctx } from '@tally/kernel';
import { readTerms } from '../../match/terms.ts';
import { changeDraw, findDraw } from '../../store/draws.ts';
import { listByKeys } from '../../store/entries.ts';
import { findGiveaway, lockGiveaway } from '../../store/giveaways.ts';
import type { DrawRow, GiveawayRow } from '../../tables.ts';
import { freezes } from '../entry/freeze.ts';
import { drawJob, fixSheet, keyOf } from '../life/close.ts';
import { finish, type Outcome } from './finish.ts';
import { findMembers, judgeDrawn } from './known.ts';
import { openSeed } from './seeds.ts';
import { SHEET_PATIENCE_MS } from './sheet-post.ts';

const AGAIN_SECONDS = 3;

type Which = { readonly giveawayId: string; readonly number: number };

/** Performs the next step of a running draw. If the step must wait, another job continues later. */
export async function continueDraw(ctx: Ctx, which: Which): Promise<void> {
  const [row, draw] = [await findGiveaway(ctx.db, which.giveawayId), await findDraw(ctx.db, which)];
  if (!row || !draw || draw.drawnAt || row.state !== 'drawing' || row.draw !== which.number) return;
  if (await freezes(ctx, row)) return;
  const now = ctx.clock.now();
  if (!draw.publishedAt) {
    // We wait for the outcome of the sheet's post, which triggers the next step.
    const waited = now.getTime() - (draw.closedAt ?? now).getTime();
    if (waited <= SHEET_PATIENCE_MS || draw.sheetHash === null) return;
    await publish(ctx, { ...which, sheetHash: draw.sheetHash, postId: null });
    return await continueDraw(ctx, which);
  }
  if (draw.round === null) return await decide(ctx, { row, draw, signature: null });
  const outAt = momentOf(draw.round, ctx.beacon.network);
  // The job for the round's publication will continue the draw.
  if (outAt > now) return;
  const signature = await ctx.beacon.read(draw.round);
  if (signature !== null) return await decide(ctx, { row, draw, signature });
  if (now.getTime() - outAt.getTime() <= BEACON_PATIENCE_MS) return await again(ctx, which);
  await ctx.db.transaction(async (tx) => {
    const locked = await lockGiveaway(tx, row.id);
    if (locked?.state !== 'drawing' || locked.draw !== which.number) return;
    const winners = draw.winners ?? readTerms(row).winnerCount;
    await fixSheet(ctx, tx, locked, { winners, leavesOutWinners: draw.leavesOutWinners, isWithoutBeacon: true });
  });
}

interface Published extends Which {
  readonly sheetHash: string;
  /** Null if the hash could not be posted, so only the proof page shows it. */
  readonly postId: MessageId | null;
}

/**
 * Continues once the hash is public. If Discord dates the post after the round, people could have known the list's
 * outcome before its publication. In that case, we make a new list, which a later round decides.
 */
export async function publish(ctx: Ctx, { giveawayId, number, sheetHash, postId }: Published): Promise<void> {
  const which = { giveawayId, number };
  const { network } = ctx.beacon;
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, giveawayId);
    const draw = await findDraw(tx, which);
    if (row?.state !== 'drawing' || row.draw !== number || !draw || draw.drawnAt || draw.publishedAt) return;
    if (draw.round === null || draw.sheetHash !== sheetHash) return;
    if (postId !== null && isPostedLate(postId, draw.round, network)) {
      await changeDraw(tx, which, { postId });
      const winners = draw.winners ?? readTerms(row).winnerCount;
      await fixSheet(ctx, tx, row, { winners, leavesOutWinners: draw.leavesOutWinners });
      return;
    }
    await changeDraw(tx, which, { postId, publishedAt: ctx.clock.now() });
    const startAfter = momentOf(draw.round, network);
    await ctx.queue.send(drawJob, which, { tx, singletonKey: keyOf(which), startAfter });
  });
}

const again = async (ctx: Ctx, which: Which): Promise<void> => {
  await ctx.queue.send(drawJob, which, { singletonKey: keyOf(which), inSeconds: AGAIN_SECONDS });
};

interface Deciding {
  readonly row: GiveawayRow;
  readonly draw: DrawRow;
  readonly signature: string | null;
}

async function decide(ctx: Ctx, { row, draw, signature }: Deciding): Promise<void> {
  const sheet = readSheet(draw.sheet ?? '');
  if (!sheet || draw.sheetHash === null) throw new Error(`The sheet of draw ${draw.number} of ${row.id} is none.`);
  const drawn = drawOrder({
    seed: openSeed(ctx, draw),
    sheetHash: draw.sheetHash,
    randomness: signature === null ? null : randomnessOf(signature),
    entries: sheet.entries,
  });
  const outcomes: Outcome[] = [];
  let missing = sheet.winners;
  while (missing > 0) {
    // Looks up only as many people as can still win.
    const keys = nextOf(drawn, missing);
    if (keys.length === 0) break;
    const people = new Map((await listByKeys(ctx.db, row.id, keys)).map((entry) => [entry.key, entry]));
    const userIds = [...people.values()].flatMap(({ userId }) => userId ?? []);
    const members = await findMembers(ctx, row.serverId, userIds);
    for (const key of keys) {
      const entry = people.get(key);
      const userId = entry?.userId;
      const reason = userId ? await judgeDrawn(ctx, row, { userId, member: members.get(userId) ?? null }) : 'forgotten';
      if (reason === null) missing -= 1;
      outcomes.push({ key, entry: entry ?? null, reason });
    }
  }
  await finish(ctx, { row, draw, signature, outcomes });
}

/** Does not use `take`, which would close the generator after its last item. */
function nextOf(drawn: Generator<Drawn, void>, count: number): string[] {
  const keys: string[] = [];
  while (keys.length < count) {
    const { value } = drawn.next();
    if (!value) break;
    keys.push(value.key);
  }
  return keys;
}
