import { type ChannelId, type CounterType, fixedLimits, type Platform, type ServerId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say, UpstreamError } from '@tally/kernel';
import { requirePlanFlags } from '../../servers/index.ts';
import { changeSettings, type SettingsTx } from '../../settings/index.ts';
import { getStreamer, listStreamersOf, type StreamerRow } from '../../streamers/index.ts';
import { addCounter, deleteCounters, listCounters } from '../store.ts';
import type { CounterRow } from '../tables.ts';
import { nameAll } from './names.ts';
import { removeChannelSoon } from './queue.ts';
import { readStanding } from './read.ts';

export interface CountersWanted {
  readonly platform: Platform;
  readonly streamerUserName?: string | undefined;
  readonly types: readonly CounterType[];
}

/** Creates a channel for each kind that has none yet. If a counter's channel was deleted, it gets a new one. */
export async function makeCounters(ctx: Ctx, serverId: ServerId, wanted: CountersWanted): Promise<string> {
  await requirePlanFlags(ctx, serverId, ['StatCounters']);
  const streamer = await streamerOf(ctx, serverId, wanted);
  const made: string[] = [];
  const kinds = new Set(wanted.types);
  for (const kind of kinds) {
    const streamerId = kind === 'members' ? null : (streamer?.id ?? null);
    if (kind === 'followers') requireCountable(ctx, streamer);
    const before = await listCounters(ctx.db, serverId);
    const same = before.find((row) => row.kind === kind && row.streamerId === streamerId);
    if (same && !(await isGone(ctx, same))) continue;
    requirePlace(ctx, before);
    const name = (await nameAll(ctx, [{ serverId, kind, streamerId }]))({ serverId, kind, streamerId });
    if (name === null) throw refuse(ctx, 'statCounters.unknownNow');
    const channelId = await makeChannel(ctx, serverId, name);
    const all = [...made, `<#${channelId}>`];
    const reply = kind === [...kinds].at(-1) ? sayMade(ctx, all) : undefined;
    if (await keepOrRemove(ctx, { serverId, kind, streamerId, channelId, name, reply }, same))
      made.push(`<#${channelId}>`);
  }
  return made.length === 0 ? say(ctx.locale, 'statCounters.exist') : sayMade(ctx, made);
}

const sayMade = (ctx: Ctx, channels: readonly string[]): string =>
  say(ctx.locale, 'statCounters.made', { channels: channels.join(', ') });

/** Asks Discord, because the channel may have been deleted while the bot was offline. */
async function isGone(ctx: Ctx, { channelId, pausedBy }: CounterRow): Promise<boolean> {
  if (pausedBy === 'channelGone') return true;
  try {
    await ctx.discord.servers.channel(channelId);
    return false;
  } catch (error) {
    if (error instanceof UpstreamError) return error.kind === 'gone';
    throw error;
  }
}

/** Returns the names that new counters would have. */
export async function previewCounters(
  ctx: Ctx,
  serverId: ServerId,
  { platform, streamerUserName }: Partial<Omit<CountersWanted, 'types'>>,
): Promise<Record<CounterType, string | null>> {
  const streamer =
    platform && streamerUserName && (await getStreamer(ctx, { serverId, platform, name: streamerUserName }));
  const streamerId = streamer ? streamer.id : null;
  const wanted = { serverId, streamerId };
  const members = { serverId, kind: 'members' as const, streamerId: null };
  const nameOf = await nameAll(ctx, [members, { ...wanted, kind: 'followers' }, { ...wanted, kind: 'liveUpdates' }]);
  return {
    members: nameOf(members),
    followers: nameOf({ ...wanted, kind: 'followers' }),
    liveUpdates: nameOf({ ...wanted, kind: 'liveUpdates' }),
  };
}

async function streamerOf(
  ctx: Ctx,
  serverId: ServerId,
  { platform, streamerUserName: name, types }: CountersWanted,
): Promise<StreamerRow | null> {
  if (types.every((kind) => kind === 'members')) return null;
  if (!name)
    throw new AppError('invalidFields', {}, [`streamerUserName: ${say(ctx.locale, 'statCounters.noStreamer')}`]);
  return await getStreamer(ctx, { serverId, platform, name });
}

/** Most platforms reveal no number. Kick's comes from a page that an installation may have switched off. */
function requireCountable(ctx: Ctx, streamer: StreamerRow | null): void {
  if (streamer && ctx.platforms.with('followers').has(streamer.platform)) return;
  throw refuse(ctx, 'statCounters.cannotCount');
}

function requirePlace(ctx: Ctx, rows: readonly CounterRow[]): void {
  const limit = fixedLimits.statCounters;
  if (rows.length >= limit) throw refuse(ctx, 'statCounters.tooMany', { limit });
}

const refuse = (
  ctx: Ctx,
  key: 'statCounters.tooMany' | 'statCounters.unknownNow' | 'statCounters.cannotCount',
  values = {},
) => new AppError('conflict', {}, [say(ctx.locale, key, values)]);

/** Creates a voice channel that no one can join, because only its name matters. */
async function makeChannel(ctx: Ctx, serverId: ServerId, name: string): Promise<ChannelId> {
  try {
    return (await ctx.discord.servers.createCounterChannel({ serverId, name, botId: ctx.config.discord.clientId })).id;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'down' || error.kind === 'limited') throw error;
    const key = error.kind === 'denied' ? 'statCounters.notAllowed' : 'statCounters.noRoom';
    throw new AppError('conflict', {}, [say(ctx.locale, key)]);
  }
}

type Made = Pick<CounterRow, 'serverId' | 'kind' | 'streamerId' | 'channelId'> & {
  readonly name: string;
  /** The reply that is stored when the call's last counter is deleted. */
  readonly reply: string | undefined;
};

/**
 * Saves a counter whose channel already exists, because Discord is not called inside a transaction. Deletes the channel
 * if the counter cannot be saved.
 */
async function keepOrRemove(ctx: Ctx, about: Made, gone: CounterRow | undefined): Promise<boolean> {
  let isKept = false;
  try {
    isKept = await keep(ctx, about, gone);
    return isKept;
  } finally {
    if (!isKept) await removeChannelSoon(ctx, about.channelId);
  }
}

async function keep(ctx: Ctx, about: Made, gone: CounterRow | undefined): Promise<boolean> {
  const { name, reply, ...row } = about;
  let isNew = false;
  await changeSettings(ctx, row.serverId, { read: readStanding(ctx, row.serverId) }, async (tx) => {
    if (gone) await deleteCounters(tx, [gone.channelId]);
    requirePlace(ctx, await listCounters(tx, row.serverId));
    isNew = await addCounter(tx, { ...row, shown: name, wanted: name, createdAt: ctx.clock.now() });
    if (isNew) await keepReply(ctx, tx, reply);
  });
  return isNew;
}

/** Deletes the counter and its channel. */
export async function removeCounter(
  ctx: Ctx,
  serverId: ServerId,
  { channelId, version }: { channelId: ChannelId; version?: string | undefined },
): Promise<void> {
  const seen = { what: 'statCounters', key: channelId, version } as const;
  await changeSettings(ctx, serverId, { read: readStanding(ctx, serverId), seen }, async (tx) => {
    const rows = await listCounters(tx, serverId);
    if (!rows.some((row) => row.channelId === channelId)) throw new AppError('notFound');
    await deleteCounters(tx, [channelId]);
    await removeChannelSoon(ctx, channelId, tx);
  });
}

/** Deletes the counters of removed streamers. Runs in the transaction that changes streamers. */
export async function followStreamers(ctx: Ctx, tx: SettingsTx, serverId: ServerId): Promise<void> {
  const rows = (await listCounters(tx, serverId)).filter((row) => row.streamerId !== null);
  if (rows.length === 0) return;
  const here = new Set((await listStreamersOf(tx, serverId)).map(({ id }) => id));
  const gone = rows.filter((row) => row.streamerId && !here.has(row.streamerId)).map((row) => row.channelId);
  await deleteCounters(tx, gone);
  for (const channelId of gone) await removeChannelSoon(ctx, channelId, tx);
}
