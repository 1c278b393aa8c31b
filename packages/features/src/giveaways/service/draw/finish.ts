import type { PassedOver } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, minutes } from '@tally/kernel';
import { amend, type Intention, intend } from '@tally/pipeline/delivery';
import { readTerms } from '../../match/terms.ts';
import { postsFor } from '../../render/index.ts';
import { finishDraw, insertDraw, insertDrawn } from '../../store/draws.ts';
import { step } from '../../store/giveaways.ts';
import type { DrawRow, EntryRow, GiveawayRow } from '../../tables.ts';
import { dueJob } from '../life/due-job.ts';
import { note } from '../note.ts';
import { OWNER } from '../owner.ts';
import { newSeed } from './seeds.ts';
import { giveWinnerRole } from './winner-role.ts';
import { dmJob } from './write-winner.ts';

const POST_WITHIN_MS = days(7);
/** A giveaway has a first draw and at most ten rerolls. */
export const MOST_DRAWS = 11;

/** The result for a drawn person, who wins if `reason` is null. */
export interface Outcome {
  readonly key: string;
  readonly entry: EntryRow | null;
  readonly reason: PassedOver | null;
}

interface Finished {
  readonly row: GiveawayRow;
  readonly draw: DrawRow;
  readonly signature: string | null;
  readonly outcomes: readonly Outcome[];
}

/** Stores all results of a draw in one transaction, so a second call changes nothing. */
export async function finish(ctx: Ctx, { row, draw, signature, outcomes }: Finished): Promise<void> {
  const now = ctx.clock.now();
  const terms = readTerms(row);
  const winners = outcomes.filter(({ reason }) => reason === null);
  const claimUntil =
    terms.claimMinutes && winners.length > 0 ? new Date(now.getTime() + minutes(terms.claimMinutes)) : null;
  const next = newSeed(ctx, { giveawayId: row.id, number: draw.number + 1 });
  await ctx.db.transaction(async (tx) => {
    if (!(await finishDraw(tx, { giveawayId: row.id, number: draw.number }, { drawnAt: now, signature }))) return;
    const after = await step(tx, row.id, {
      from: ['drawing'],
      to: { state: draw.number > 1 ? 'rerolled' : 'ended', endedAt: row.endedAt ?? now, claimUntil },
    });
    if (!after) return;
    await insertDrawn(
      tx,
      outcomes.map((outcome, place) => asRow(draw, outcome, place)),
    );
    await insertDraw(tx, next);
    if (claimUntil) await ctx.queue.send(dueJob, { giveawayId: row.id }, { tx, startAfter: claimUntil });
    await note(ctx, tx, row, eventsOf(draw, outcomes));
    // If winners must claim the prize, they get the role with the claim.
    if (!claimUntil)
      await giveWinnerRole(
        ctx,
        tx,
        row,
        winners.flatMap(({ entry }) => entry?.userId ?? []),
      );
    await announceDraw(ctx, tx, { row: after, draw, winners, now });
  });
}

const asRow = ({ giveawayId, number }: DrawRow, { key, entry, reason }: Outcome, place: number) => ({
  giveawayId,
  number,
  place: place + 1,
  key,
  userId: entry?.userId ?? null,
  username: entry?.username ?? null,
  // We never reveal the salt of a person who was passed over.
  salt: reason === null ? (entry?.salt ?? null) : null,
  outcome: reason === null ? ('won' as const) : ('passedOver' as const),
  reason,
  claimedAt: null,
  isReplaced: false,
});

/** Creates the log entries of a draw. */
const eventsOf = ({ number }: DrawRow, outcomes: readonly Outcome[]): Parameters<typeof note>[3] => {
  const passedOver = outcomes.filter(({ reason }) => reason !== null);
  const details = { draw: number, winners: outcomes.length - passedOver.length };
  return [
    { event: number > 1 ? 'rerolled' : 'drawn', details },
    ...passedOver.map(({ key, reason }) => ({ event: 'passedOver' as const, details: { key, reason: reason ?? '' } })),
  ];
};

interface Telling {
  readonly row: GiveawayRow;
  readonly draw: DrawRow;
  readonly winners: readonly Outcome[];
  readonly now: Date;
}

/** Edits the giveaway's message, which pings no one, and announces winners in separate posts. */
async function announceDraw(ctx: Ctx, tx: Db, { row, draw, winners, now }: Telling): Promise<void> {
  const giveUpAt = new Date(now.getTime() + POST_WITHIN_MS);
  if (row.messageKey) await amend(ctx, tx, [row.messageKey], { about: { draw: draw.number }, giveUpAt });
  const posts = Array.from({ length: postsFor(winners.length) }, (_, place): Intention => {
    const part = place + 1;
    return {
      dedupeKey: `${OWNER} ${row.id} result ${draw.number}${part > 1 ? ` ${part}` : ''}`,
      owner: OWNER,
      serverId: row.serverId,
      subject: row.id,
      kind: 'result',
      channelId: row.channelId,
      about: { draw: draw.number, part },
      detectedAt: now,
      giveUpAt,
    };
  });
  await intend(ctx, tx, posts);
  if (!readTerms(row).dmWinners) return;
  const letters = winners.flatMap(({ entry }) =>
    entry?.userId
      ? [{ giveawayId: row.id, number: draw.number, userId: entry.userId, letterId: ctx.random.uuid() }]
      : [],
  );
  await ctx.queue.sendMany(dmJob, letters, { tx });
}
