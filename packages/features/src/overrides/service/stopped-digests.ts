import type { ChannelId, ServerId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, hours, minutes } from '@tally/kernel';
import {
  type Delivery,
  type FailedDelivery,
  type FanOut,
  type Intention,
  listFailed,
  missingIn,
  reconsider,
  type Target,
} from '@tally/pipeline/delivery';
import { listInDigests, listUntoldDigests, moveHeld } from '../store/held.ts';
import type { HeldRow } from '../tables.ts';
import { listAwake } from './verdicts.ts';

const OWNER = 'overrides';
/** How long we retry while Discord does not answer. */
const GIVE_UP_MS = days(7);

/** Creates a digest without its text, which is composed right before it is sent. */
export function newDigest(ctx: Ctx, rows: readonly HeldRow[]): Intention {
  const [first] = rows as readonly [HeldRow, ...HeldRow[]];
  return {
    ...fanOutOf(ctx),
    dedupeKey: `digest ${ctx.random.uuid()}`,
    serverId: first.serverId,
    // The journal is read by streamer, so the digest is listed under its first streamer.
    subject: first.streamerId,
    channelId: first.channelId,
  };
}

export function fanOutOf(ctx: Ctx): FanOut {
  const now = ctx.clock.now();
  return { owner: OWNER, kind: 'digest', detectedAt: now, giveUpAt: new Date(now.getTime() + GIVE_UP_MS) };
}

type Former = Pick<Delivery, 'dedupeKey' | 'serverId' | 'subject' | 'channelId' | 'about'>;

/** Targets the failed digest's own row, so the digest is posted at most once. */
export const targetOf = ({ dedupeKey, serverId, subject, channelId, about }: Former): Target => ({
  dedupeKey,
  serverId,
  subject,
  channelId,
  about: { rounds: roundsOf({ about }) + 1 },
});

/** How often the digest was retried. */
const roundsOf = ({ about }: Pick<Former, 'about'>): number => (typeof about.rounds === 'number' ? about.rounds : 0);

/** Lists the failed digests of these servers that still have held events. */
export async function listStoppedDigests(db: Db, serverIds: readonly ServerId[]): Promise<FailedDelivery[]> {
  return await listFailed(db, await listUntoldDigests(db, serverIds));
}

/** Retries digests that the bot may now post, in servers outside quiet hours. */
export async function resumeDigests(ctx: Ctx, serverIds: readonly ServerId[]): Promise<void> {
  const stopped = await listStoppedDigests(ctx.db, serverIds);
  if (stopped.length === 0) return;
  const states = await findServerStates(ctx.db, [...new Set(stopped.map(({ serverId }) => serverId))]);
  for (const digest of stopped) {
    const state = states.get(digest.serverId);
    if (state) await goOn(ctx, state, digest);
  }
}

/** Retries digests of one server right after its state changed, outside quiet hours. */
export async function resumeDigestsIn(ctx: Ctx, state: ServerState): Promise<void> {
  const stopped = await listStoppedDigests(ctx.db, [state.id]);
  if (stopped.length === 0 || (await listAwake(ctx, [state.id])).length === 0) return;
  for (const digest of stopped) await goOn(ctx, state, digest);
}

/** Moves the events of a deleted channel to where their streamers post now. */
async function goOn(ctx: Ctx, state: ServerState, digest: FailedDelivery): Promise<void> {
  if (isPossible(ctx, state, digest)) {
    await ctx.db.transaction(async (tx) => await reconsider(ctx, tx, fanOutOf(ctx), [targetOf(digest)], ['failed']));
  } else if (digest.reason === 'unknownChannel') await moveAway(ctx, digest);
}

const FIRST_PAUSE_MS = minutes(5);
const LONGEST_PAUSE_MS = hours(6);

/**
 * Discord may refuse even if we see no problem, and each refused call counts, so the pauses grow. If we know that
 * Discord would refuse, we do not retry.
 */
function isPossible(ctx: Ctx, state: ServerState, digest: FailedDelivery): boolean {
  const missing = missingIn(ctx, state, digest.channelId);
  if (missing === null ? digest.reason === 'unknownChannel' : missing.length > 0) return false;
  const rounds = roundsOf(digest);
  const pause = rounds === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 4 ** (rounds - 1), LONGEST_PAUSE_MS);
  return ctx.clock.now().getTime() >= (digest.settledAt?.getTime() ?? 0) + pause;
}

async function moveAway(ctx: Ctx, digest: FailedDelivery): Promise<void> {
  const placeOf = await findPlaces(ctx, digest.serverId);
  await ctx.db.transaction(async (tx) => {
    const rows = await listInDigests(tx, [digest.serverId], [digest.dedupeKey]);
    const places = rows.map((row) => placeOf.get(row.streamerId));
    const isElsewhere = (place: ChannelId | null | undefined): place is ChannelId =>
      Boolean(place) && place !== digest.channelId;
    // Events of creators that are no longer followed move with the others.
    const other = places.find(isElsewhere);
    if (!other) return;
    const left = { ...targetOf(digest), skip: digest.reason ?? 'unknownChannel' } as const;
    // Another process has already retried it.
    if ((await reconsider(ctx, tx, fanOutOf(ctx), [left], ['failed'])).size === 0) return;
    const goesTo = (row: HeldRow): ChannelId => [placeOf.get(row.streamerId)].find(isElsewhere) ?? other;
    for (const [channelId, moved] of Map.groupBy(rows, goesTo)) {
      await moveHeld(
        tx,
        moved.map((row) => row.dedupeKey),
        channelId,
      );
    }
  });
}

/** Finds where a server's streamers post now. */
async function findPlaces(ctx: Ctx, serverId: ServerId): Promise<ReadonlyMap<string, ChannelId | null>> {
  const feature = ctx.features.find((each) => each.followedBy);
  const followed = (await feature?.followedBy?.(ctx, serverId)) ?? [];
  return new Map(followed.map(({ id, postsTo }) => [id, postsTo]));
}
