import {
  type MoveOutcome,
  type MoveStart,
  moveLimits,
  platformFlags,
  type ServerId,
  type SkipReason,
  type UserId,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Channel, type Ctx, hours, say, UpstreamError } from '@tally/kernel';
import { requirePlanFlags } from '../../servers/index.ts';
import { following, platformOf } from '../../streamers/index.ts';
import { kindOf } from '../match/shown.ts';
import { deleteMove, lockMove, updateMove } from '../store.ts';
import type { MoveRow, StoredCandidate, StoredOutcome } from '../tables.ts';
import { getMove, lockApplied } from './draft.ts';
import { readStandings } from './read.ts';

/** The size of one transaction, which locks the server's settings. */
const AT_ONCE = 200;

/** Follows the selected creators. If a call is interrupted, its added creators stay and the next call continues. */
export async function applyMove(
  ctx: Ctx,
  serverId: ServerId,
  moveId: string,
  { start, goneUserId }: MoveStart,
): Promise<MoveOutcome> {
  const row = await getMove(ctx, serverId, moveId);
  if (row.state === 'done' || row.state === 'undone') return plain(row.outcome ?? nothing);
  const startsAfter = start === 'whenGone' ? (goneUserId ?? null) : undefined;
  if (startsAfter === null)
    throw new AppError('invalidFields', {}, [`goneUserId: ${say(ctx.locale, 'servers.botNotHere')}`]);
  const { standings } = await readStandings(ctx, row);
  const taken = standings.filter(({ isTaken }) => isTaken).map(({ candidate }) => candidate);
  const wanted = taken.map((candidate) => followingOf(ctx, candidate, startsAfter));
  await checkBodies(ctx, serverId, wanted);
  for (let start = 0; start < wanted.length; start += AT_ONCE)
    await addSome(ctx, row, wanted.slice(start, start + AT_ONCE));
  const outcome = await finish(ctx, moveId);
  if (!outcome) throw refused(ctx, 'nothingTaken');
  return plain(outcome);
}

const refused = (ctx: Ctx, word: 'noChannel' | 'nothingTaken') =>
  new AppError('invalidFields', {}, [say(ctx.locale, `moving.${word}`)]);

function followingOf(ctx: Ctx, candidate: StoredCandidate, startsAfter: UserId | undefined) {
  const { id, channel, channelId, pingRoleId } = candidate;
  // Only found candidates are selected, and each of them has a channel.
  const { platform } = channel as Channel;
  if (!channelId) throw refused(ctx, 'noChannel');
  const creator = { ...platformOf(ctx, platform), channel: channel as Channel };
  const places = following.bodyFor(platform, { channelId, pingId: pingRoleId ?? undefined, kind: kindOf(candidate) });
  return { id, creator, body: startsAfter ? { ...places, startsAfter } : places };
}
type Wanted = ReturnType<typeof followingOf>;

/** Makes the same checks as for one streamer, once per channel and ping, because most candidates share them. */
async function checkBodies(ctx: Ctx, serverId: ServerId, wanted: readonly Wanted[]): Promise<void> {
  const distinct = new Map(wanted.map((each) => [JSON.stringify([each.creator.channel.platform, each.body]), each]));
  for (const { creator, body } of distinct.values()) {
    await requirePlanFlags(ctx, serverId, [platformFlags[creator.channel.platform]]);
    await following.check(ctx, { serverId, platform: creator.channel.platform }, body);
  }
}

async function addSome(ctx: Ctx, move: MoveRow, wanted: readonly Wanted[]): Promise<void> {
  await following.add(ctx, move.serverId, wanted, async (tx, results) => {
    const before = (await lockApplied(tx, move.id)).outcome ?? nothing;
    const asked = new Set(wanted.map(({ id }) => id));
    const streamers = results.flatMap((result, place) =>
      'row' in result
        ? [{ id: result.row.id, version: following.versionOf(result.row), candidateId: idAt(wanted, place) }]
        : [],
    );
    const mine = new Set([...before.streamers, ...streamers].map(({ candidateId }) => candidateId));
    const skipped = results.flatMap((result, place) => {
      const candidateId = idAt(wanted, place);
      return 'error' in result && !mine.has(candidateId) ? [{ candidateId, reason: reasonOf(result.error) }] : [];
    });
    await updateMove(tx, move.id, {
      outcome: {
        added: before.added + streamers.length,
        skipped: [...before.skipped.filter(({ candidateId }) => !asked.has(candidateId)), ...skipped],
        streamers: [...before.streamers, ...streamers],
      },
    });
  });
}

const nothing: StoredOutcome = { added: 0, skipped: [], streamers: [] };
const plain = ({ added, skipped }: StoredOutcome): MoveOutcome => ({ added, skipped });
const idAt = (wanted: readonly Wanted[], place: number): string => (wanted[place] as Wanted).id;

function reasonOf(error: AppError | UpstreamError): SkipReason {
  if (error instanceof UpstreamError) return 'notAnswered';
  return error.code === 'alreadyFollowed' || error.code === 'planLimit' ? error.code : 'refused';
}

/** Keeps the list open until every platform has answered, so the next call can continue. */
async function finish(ctx: Ctx, moveId: string): Promise<StoredOutcome | null> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockMove(tx, moveId);
    if (!row?.outcome || row.state !== 'ready') return row?.outcome ?? null;
    if (row.outcome.skipped.some(({ reason }) => reason === 'notAnswered')) return row.outcome;
    const expiresAt = new Date(ctx.clock.now().getTime() + hours(moveLimits.hours));
    await updateMove(tx, moveId, { state: 'done', expiresAt });
    return row.outcome;
  });
}

/** Deletes an open list, or removes the streamers that it added. */
export async function removeMove(ctx: Ctx, serverId: ServerId, moveId: string): Promise<string> {
  const row = await getMove(ctx, serverId, moveId);
  const added = row.outcome?.streamers ?? [];
  if (row.state === 'undone') return say(ctx.locale, 'moving.undone', { removed: 0 });
  const end = async (tx: Db) => {
    const { outcome } = await lockApplied(tx, row.id);
    // Another tab is following the rest right now.
    if ((outcome?.streamers.length ?? 0) !== added.length) throw new AppError('conflict');
    await (added.length === 0 ? deleteMove(tx, row.id) : updateMove(tx, row.id, { state: 'undone' }));
  };
  if (added.length === 0) {
    await ctx.db.transaction(end);
    return say(ctx.locale, 'moving.deleted');
  }
  const wanted = new Map(added.map(({ id, version }) => [id, version]));
  const removed = await following.removeUnchanged(ctx, serverId, wanted, end);
  const kept = added.length - removed;
  const sentences = [say(ctx.locale, 'moving.undone', { removed })];
  return [...sentences, ...(kept > 0 ? [say(ctx.locale, 'moving.kept', { kept })] : [])].join(' ');
}
