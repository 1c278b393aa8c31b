import type { Platform } from '@tally/contract';
import {
  AppError,
  type Channel,
  type Ctx,
  type PlatformDefinition,
  seconds,
  UpstreamError,
  withCaller,
} from '@tally/kernel';
import { listChannels, listChannelsNamed } from '@tally/pipeline/detection';
import { following, platformOf } from '../../streamers/index.ts';
import { joined, judged } from '../match/seen.ts';
import { findMove, lockMove, updateMove } from '../store.ts';
import type { StoredCandidate } from '../tables.ts';
import { stateOf } from './draft.ts';
import { readPosts } from './read-posts.ts';

/** How many single look-ups run at once for one list on one platform. */
const AT_ONCE = 4;
/** The pause between two pages of single channels. */
const PAGE_EVERY_MS = seconds(1);
/** The most single look-ups for one list on one platform. */
const MOST_SINGLE = 300;
const RETRY_MS = seconds(30);

/** A platform's answer about a candidate. */
type Finding = Pick<StoredCandidate, 'state' | 'reason' | 'channel'>;
type Findings = ReadonlyMap<string, Finding>;

const missing: Finding = { state: 'notFound', reason: null, channel: null };
const foundAs = (channel: Channel | undefined): Finding =>
  channel ? { ...missing, state: 'found', channel } : missing;

/** Reads posts, then looks up all waiting candidates. Returns when to continue, or null if nothing is left. */
export async function lookUpAll(house: Ctx, moveId: string): Promise<Date | null> {
  const begun = await findMove(house.db, moveId);
  if (begun?.state !== 'reading') return null;
  const again = await readPosts(house, begun);
  if (again) return again;
  const move = begun.reading ? await findMove(house.db, moveId) : begun;
  if (move?.state !== 'reading') return null;
  // The platforms' rate limits count these calls as calls of the list's owner.
  const ctx = withCaller(house, { kind: 'user', userId: move.userId, sessionId: moveId, flags: new Set() });
  const waiting = Map.groupBy(
    move.candidates.filter(({ state }) => state === 'waiting'),
    ({ platform }) => platform,
  );
  const waits = await Promise.all(
    [...waiting].map(async ([platform, own]) => (platform ? await lookUpOn(ctx, moveId, { platform, own }) : null)),
  );
  const waitMs = waits.filter((each) => each !== null);
  return waitMs.length === 0 ? null : new Date(ctx.clock.now().getTime() + Math.min(...waitMs));
}

interface Asked {
  readonly platform: Platform;
  readonly own: readonly StoredCandidate[];
}

/** Returns how long to wait before the rest, or null if nothing is left. */
async function lookUpOn(ctx: Ctx, moveId: string, { platform, own }: Asked): Promise<number | null> {
  try {
    const { connection, definition } = platformOf(ctx, platform);
    const { lookUps } = connection;
    const single: StoredCandidate[] = [];
    const many = new Map<string, StoredCandidate[]>();
    for (const candidate of own) {
      const name = definition.channelNameIn(candidate.wrote) ?? '';
      if (lookUps?.takes(name)) many.set(name, [...(many.get(name) ?? []), candidate]);
      else single.push(candidate);
    }
    for (const names of chunks([...many.keys()], lookUps?.mostNames ?? 1)) {
      const found = await lookUps?.findChannels(names);
      const findings = new Map<string, Finding>();
      for (const name of names) {
        const channel = found?.get(name) ?? found?.get(name.toLowerCase());
        for (const { id, wrote, seen } of many.get(name) ?? []) {
          // People copy display names, while bots post exact links. So we try other spellings only for names from
          // people.
          if (!channel && !seen && definition.otherNamesIn?.(wrote).some((other) => other !== name))
            single.push(byId(own, id));
          else findings.set(id, foundAs(channel));
        }
      }
      await keep(ctx, moveId, findings);
    }
    const known = lookUps ? new Map<string, Finding>() : await findKnown(ctx, definition, single);
    await keep(ctx, moveId, known);
    const turns = single.filter(({ id }) => !known.has(id)).entries();
    let pause = Promise.resolve();
    let failure: unknown;
    const askInTurn = async () => {
      for (const [place, candidate] of turns) {
        try {
          // Paces the start of page reads, so a slow answer does not delay the next request.
          if (place > 0 && !lookUps) await (pause = pause.then(() => ctx.timers.pause(PAGE_EVERY_MS)));
          if (failure) return;
          const finding = place < MOST_SINGLE ? await findOne(ctx, platform, candidate.wrote) : usedUp;
          await keep(ctx, moveId, new Map([[candidate.id, finding]]));
        } catch (error) {
          failure ??= error;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
    if (failure) throw failure;
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, platform }, 'A platform does not say now who is on a list.');
    return Math.max(PAGE_EVERY_MS, error.retryAfterMs ?? RETRY_MS);
  }
}

/** Finds channels that we already watch, without a page read. A bare name that fits two is still looked up. */
async function findKnown(
  ctx: Ctx,
  { id: platform, channelNameIn, addressesOf }: PlatformDefinition,
  own: readonly StoredCandidate[],
): Promise<Findings> {
  const known = own.map(async ({ id, wrote }) => {
    const name = channelNameIn(wrote) ?? '';
    const addresses = addressesOf?.(name);
    if (addresses && addresses.length > 1) return [];
    const list = addresses ? listChannels(ctx.db, platform, addresses) : listChannelsNamed(ctx.db, platform, name);
    const [channel, other] = await list;
    return channel && !other ? [[id, foundAs(channel)] as const] : [];
  });
  return new Map((await Promise.all(known)).flat());
}

const usedUp: Finding = { ...missing, reason: 'usedUp' };

const byId = (own: readonly StoredCandidate[], id: string): StoredCandidate =>
  own.find((each) => each.id === id) as StoredCandidate;

async function findOne(ctx: Ctx, platform: Platform, name: string): Promise<Finding> {
  try {
    const found = await following.find(ctx, { platform, name });
    if (found.kind === 'several') return { ...missing, state: 'unsure', reason: 'several' };
    return found.kind === 'found' ? foundAs(found.creator.channel) : missing;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'lookUpsUsedUp') return usedUp;
    return error.code === 'channelIsPrivate' ? { ...missing, reason: 'private' } : missing;
  }
}

/** Stores results only for candidates that still wait, because a person may have changed the others. */
async function keep(ctx: Ctx, moveId: string, findings: Findings): Promise<void> {
  if (findings.size === 0) return;
  await ctx.db.transaction(async (tx) => {
    const move = await lockMove(tx, moveId);
    if (move?.state !== 'reading') return;
    const candidates = joined(
      move.candidates.map((each) => (each.state === 'waiting' ? judged({ ...each, ...findings.get(each.id) }) : each)),
    );
    await updateMove(tx, moveId, { candidates, state: stateOf({ ...move, candidates }), workedAt: ctx.clock.now() });
  });
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));
