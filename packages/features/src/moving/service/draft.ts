import { addressFrom, MovePatch, moveLimits, type Platform, readPastedLink, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, declareJob, hours, type PlatformDefinition, requireUser, say } from '@tally/kernel';
import { z } from 'zod';
import { checkChoices } from '../../places/index.ts';
import { findServer } from '../../servers/index.ts';
import { platformOf } from '../../streamers/index.ts';
import { type Entry, readList } from '../match/read-list.ts';
import { countOpenOfOthers, countReadByOthers, findMove, insertMove, lockMove, updateMove } from '../store.ts';
import type { MoveRow, StoredCandidate, StoredReading } from '../tables.ts';

/** Each job looks up several platforms at once and mostly waits for their answers. */
export const lookUps = declareJob({ name: 'moving/look-ups', data: z.object({ moveId: z.string() }), concurrency: 4 });

export async function lookUpSoon(
  ctx: Ctx,
  moveId: string,
  when: { readonly tx?: Db; readonly startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(lookUps, { moveId }, { singletonKey: moveId, ...when });
}

export async function startMove(
  ctx: Ctx,
  serverId: ServerId,
  { text, platform }: { readonly text: string; readonly platform?: Platform | undefined },
): Promise<MoveRow> {
  const { entries, leftOut } = readList(text, platform ?? null);
  const server = await findServer(ctx.db, serverId);
  const [channelId, pingRoleId] = [server?.newStreamerChannelId ?? null, server?.newStreamerPingRoleId ?? null];
  const candidates = entries.map((entry, place) => ({ ...asked(ctx, entry), id: `c${place}`, channelId, pingRoleId }));
  return await openMove(ctx, serverId, {
    kind: 'list',
    reading: null,
    candidates: candidates.filter(({ problem }) => !problem).map(plain),
    leftOut: [
      ...leftOut,
      ...candidates.flatMap(({ problem, wrote, id }) =>
        problem ? [{ line: lineOf(entries, id), wrote, reason: problem }] : [],
      ),
    ],
  });
}

type Opened = Pick<MoveRow, 'kind' | 'candidates' | 'leftOut' | 'reading'>;

/** Replaces the person's open list. `also` runs in the same transaction. */
export async function openMove(
  ctx: Ctx,
  serverId: ServerId,
  opened: Opened,
  also?: (tx: Db, moveId: string) => Promise<void>,
): Promise<MoveRow> {
  const { userId } = requireUser(ctx);
  const now = ctx.clock.now();
  const row: MoveRow = {
    ...opened,
    id: ctx.random.uuid(),
    serverId,
    userId,
    state: stateOf(opened),
    outcome: null,
    createdAt: now,
    workedAt: now,
    expiresAt: new Date(now.getTime() + hours(moveLimits.hours)),
  };
  await ctx.db.transaction(async (tx) => {
    if ((await countOpenOfOthers(tx, row)) >= moveLimits.drafts)
      throw new AppError('conflict', {}, [say(ctx.locale, 'moving.tooMany', { max: moveLimits.drafts })]);
    if (row.reading && (await countReadByOthers(tx, row)) > 0) throw new AppError('moveBusy');
    await insertMove(tx, row);
    await also?.(tx, row.id);
    if (row.state === 'reading') await lookUpSoon(ctx, row.id, { tx });
  });
  return row;
}

const lineOf = (entries: readonly Entry[], id: string): number => entries[Number(id.slice(1))]?.line ?? 0;

export const stateOf = ({
  candidates,
  reading,
}: {
  readonly candidates: readonly Pick<StoredCandidate, 'state'>[];
  readonly reading: StoredReading | null;
}): 'reading' | 'ready' =>
  candidates.some(({ state }) => state === 'waiting') ||
  reading?.channels.some(({ isDone }) => !isDone) ||
  reading?.older?.isDone === false
    ? 'reading'
    : 'ready';

type Asked = Omit<StoredCandidate, 'id' | 'channelId' | 'pingRoleId'> & { readonly problem?: 'nameless' };

function plain<C extends Asked>(candidate: C): Omit<C, 'problem'> {
  const { problem: _, ...rest } = candidate;
  return rest;
}

/** A candidate for a name or link before its look-up. It is unsure or not found if no look-up is possible. */
export function asked(ctx: Ctx, { wrote, platform }: Pick<Entry, 'wrote' | 'platform'>): Asked {
  const fresh = { wrote, platform, channel: null, isTaken: null, reason: null };
  if (platform === null) return { ...fresh, state: 'unsure', reason: 'noPlatform' };
  const definition = definitionOf(ctx, platform);
  if (!definition) return { ...fresh, state: 'notFound', reason: 'off' };
  if (definition.channelNameIn(wrote) === null) return { ...fresh, state: 'notFound', problem: 'nameless' };
  return { ...fresh, state: 'waiting' };
}

/** Null if this installation does not watch the platform. */
export function definitionOf(ctx: Ctx, platform: Platform): PlatformDefinition | null {
  try {
    return platformOf(ctx, platform).definition;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Only the person who made a list can read it. */
export async function getMove(ctx: Ctx, serverId: ServerId, moveId: string): Promise<MoveRow> {
  const row = isRowId(moveId) ? await findMove(ctx.db, moveId) : null;
  return owned(ctx, serverId, row);
}

const isRowId = (text: string): boolean => z.uuid().safeParse(text).success;

export function owned(ctx: Ctx, serverId: ServerId, row: MoveRow | null): MoveRow {
  if (row?.serverId !== serverId || row.userId !== requireUser(ctx).userId) throw new AppError('notFound');
  if (row.expiresAt < ctx.clock.now()) throw new AppError('notFound');
  return row;
}

/** Locks a list whose creators are being followed. Another tab may have discarded or undone the list. */
export async function lockApplied(tx: Db, moveId: string): Promise<MoveRow> {
  const row = await lockMove(tx, moveId);
  if (!row || row.state === 'undone') throw new AppError('conflict');
  return row;
}

export async function changeMove(ctx: Ctx, serverId: ServerId, moveId: string, patch: MovePatch): Promise<MoveRow> {
  const { id } = await getMove(ctx, serverId, moveId);
  await checkChoices(ctx, serverId, { schema: MovePatch, value: { candidates: distinct(patch) } });
  return await ctx.db.transaction(async (tx) => {
    const row = owned(ctx, serverId, await lockMove(tx, id));
    if (row.state !== 'reading' && row.state !== 'ready') throw new AppError('conflict');
    const changes = new Map(patch.candidates.map((change) => [change.candidateId, change]));
    const candidates = row.candidates.map((each) => changed(ctx, each, changes.get(each.id)));
    const state = stateOf({ ...row, candidates });
    await updateMove(tx, id, { candidates, state });
    if (state === 'reading') await lookUpSoon(ctx, id, { tx });
    return { ...row, candidates, state };
  });
}

type Change = MovePatch['candidates'][number];

/** Most creators go to the same channel, so each channel is checked once. */
const distinct = ({ candidates }: MovePatch): readonly Change[] => [
  ...new Map(candidates.map((each) => [`${each.channelId} ${each.pingRoleId}`, each])).values(),
];

function changed(ctx: Ctx, candidate: StoredCandidate, change: Change | undefined): StoredCandidate {
  if (!change) return candidate;
  const { isTaken = candidate.isTaken, channelId = candidate.channelId, pingRoleId = candidate.pingRoleId } = change;
  const { kind = candidate.kind } = change;
  const chosen = { ...candidate, isTaken, channelId, pingRoleId, ...(kind && { kind }) };
  const { platform, streamerUserName: name = candidate.wrote } = change;
  const place = readPastedLink(name)?.platform ?? platform ?? candidate.platform;
  const wrote = place ? addressFrom({ platform: place, name }, change) : name;
  if (platform === undefined && wrote === candidate.wrote) return chosen;
  return { ...chosen, ...plain(asked(ctx, { wrote, platform: place })), isTaken: true };
}
