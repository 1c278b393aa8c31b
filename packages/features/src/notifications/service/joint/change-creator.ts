import { addressFrom, type Creator, type CreatorBody, CreatorPatch, fixedLimits, type ServerId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { checkChoices, newPartsOf } from '../../../places/index.ts';
import { requirePlanFlags } from '../../../servers/index.ts';
import { changeSettings, type SettingsTx } from '../../../settings/index.ts';
import {
  creatorMembers,
  getStreamer,
  listStreamersById,
  platformOf,
  type StreamerRow,
  shownNames,
} from '../../../streamers/index.ts';
import { settleSoon } from '../../jobs.ts';
import {
  deleteCreator,
  findCreator,
  insertCreator,
  listCreators,
  listCreatorsById,
  lockCreators,
  updateCreator,
} from '../../store/creators.ts';
import type { CreatorRow } from '../../tables.ts';
import { asCreator, readStanding } from './read.ts';

export async function addCreator(ctx: Ctx, serverId: ServerId, body: CreatorBody): Promise<Creator> {
  await checkNews(ctx, serverId, body);
  const members = await findMembers(ctx, serverId, body.channels);
  return await changeOne(ctx, serverId, {}, async (tx) => {
    const limit = fixedLimits.creators;
    if ((await listCreators(tx, serverId)).length >= limit) throw new AppError('tooManyCreators', { limit });
    const row = await insertCreator(tx, {
      id: ctx.random.uuid(),
      serverId,
      name: body.name,
      platformOrder: [...new Set(body.platformOrder ?? [])],
      notificationChannelId: body.notificationChannelId ?? null,
      pingRoleId: body.pingRoleId ?? null,
      createdAt: ctx.clock.now(),
    });
    await setMembers(ctx, tx, row, members);
    const now = await creatorMembers.list(tx, [row.id]);
    const creator = asCreator(row, now, await shownNames(tx, now));
    await keepReply(ctx, tx, creator);
    return creator;
  });
}

/** Keeps absent fields, clears null fields, and replaces lists. An existing message keeps its platforms. */
export async function changeCreator(
  ctx: Ctx,
  serverId: ServerId,
  { id, version, body }: Which & { body: CreatorPatch },
): Promise<void> {
  const before = await getCreator(ctx, serverId, id);
  // Clients send back what they received. Leftovers of a lapsed plan or a deleted channel must not block other changes.
  await checkNews(ctx, serverId, newPartsOf(body, before));
  const members = body.channels ? await findMembers(ctx, serverId, body.channels) : null;
  const { channels: _, platformOrder, ...change } = body;
  await changeOne(ctx, serverId, { id: before.id, version }, async (tx) => {
    const [row] = await lockCreators(tx, [before.id]);
    if (!row) throw new AppError('creatorNotFound');
    await updateCreator(tx, row.id, {
      ...change,
      ...(platformOrder ? { platformOrder: [...new Set(platformOrder)] } : {}),
      // The check above already covered the new channel.
      ...(change.notificationChannelId === undefined || change.notificationChannelId === row.notificationChannelId
        ? {}
        : { isRoomClosed: false }),
    });
    if (members) await setMembers(ctx, tx, row, members);
  });
}

/** The creator's streamers are announced separately again, starting with their next stream. */
export async function removeCreator(ctx: Ctx, serverId: ServerId, { id, version }: Which): Promise<CreatorRow> {
  const { id: creatorId } = await getCreator(ctx, serverId, id);
  return await changeOne(ctx, serverId, { id: creatorId, version }, async (tx) => {
    const [row] = await lockCreators(tx, [creatorId]);
    if (!row) throw new AppError('creatorNotFound');
    await setMembers(ctx, tx, row, []);
    await deleteCreator(tx, row.id);
    return row;
  });
}

interface Which {
  readonly id: string;
  readonly version?: string | undefined;
}

async function changeOne<T>(
  ctx: Ctx,
  serverId: ServerId,
  { id = '', version }: Partial<Which>,
  work: (tx: SettingsTx) => Promise<T>,
): Promise<T> {
  const seen = { what: 'creators', key: id, version } as const;
  return (await changeSettings(ctx, serverId, { read: readStanding(serverId), seen }, work)).answer;
}

async function getCreator(ctx: Ctx, serverId: ServerId, id: string): Promise<CreatorRow> {
  const row = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? await findCreator(ctx.db, serverId, id) : null;
  if (!row) throw new AppError('creatorNotFound');
  return row;
}

async function checkNews(ctx: Ctx, serverId: ServerId, news: CreatorPatch): Promise<void> {
  if (news.pingRoleId) await requirePlanFlags(ctx, serverId, ['NotificationPingRoleId']);
  await checkChoices(ctx, serverId, { schema: CreatorPatch, value: news });
}

/** Finds the named streamers. The server must already follow them. */
async function findMembers(ctx: Ctx, serverId: ServerId, channels: CreatorBody['channels']): Promise<StreamerRow[]> {
  if (channels.length === 0) throw new AppError('creatorNeedsChannels');
  const found = new Map<string, StreamerRow>();
  for (const { platform, streamerUserName, ...word } of channels) {
    const { definition } = platformOf(ctx, platform);
    const channel = { platform, name: definition.channelNameIn(streamerUserName) ?? streamerUserName };
    const address = { serverId, platform, name: addressFrom(channel, word) };
    const row = await getStreamer(ctx, address).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'streamerNotFound') throw error;
      throw new AppError('notFollowedYet', { name: streamerUserName, platform: definition.name });
    });
    found.set(row.id, row);
  }
  return [...found.values()];
}

/** Members that join or leave while live are checked again after the commit. */
async function setMembers(
  ctx: Ctx,
  tx: SettingsTx,
  creator: CreatorRow,
  wanted: readonly StreamerRow[],
): Promise<void> {
  const ids = new Set(wanted.map((member) => member.id));
  const rows = await listStreamersById(tx, [...ids]);
  const taken = rows.find((row) => row.creatorId !== null && row.creatorId !== creator.id);
  if (taken) {
    const [other] = await listCreatorsById(tx, [taken.creatorId ?? '']);
    throw new AppError('partOfAnotherCreator', { name: taken.name, creator: other?.name ?? '' });
  }
  const before = await creatorMembers.list(tx, [creator.id]);
  const left = before.filter((row) => !ids.has(row.id)).map((row) => row.id);
  const came = rows.filter((row) => row.creatorId === null).map((row) => row.id);
  await creatorMembers.assign(tx, left, null);
  await creatorMembers.assign(tx, came, creator.id);
  await settleSoon(ctx, tx, [...left, ...came]);
}
