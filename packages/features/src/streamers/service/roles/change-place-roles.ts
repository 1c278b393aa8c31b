import { hasSettings, type LeaderBoardSyncRole } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import type { StreamerAddress } from '../../store/streamers.ts';
import { getStreamer } from '../address.ts';
import { changeStreamer } from '../change-streamer.ts';

/** Saves the roles for the places of one leaderboard. Roles for other leaderboards stay. */
export async function savePlaceRoles(
  ctx: Ctx,
  address: StreamerAddress,
  { wanted, version }: { wanted: LeaderBoardSyncRole; version?: string | undefined },
): Promise<void> {
  const others = await listOthers(ctx, address, wanted.type);
  await changeStreamer(ctx, address, { body: { leaderBoardSyncRoles: [...others, wanted] }, version });
}

export async function removePlaceRoles(
  ctx: Ctx,
  address: StreamerAddress,
  { type, version }: { type: string; version?: string | undefined },
): Promise<void> {
  const { settings } = await getStreamer(ctx, address);
  const others = await listOthers(ctx, address, type);
  if (others.length === (settings.leaderBoardSyncRoles ?? []).length) throw new AppError('notFound');
  await changeStreamer(ctx, address, { body: { leaderBoardSyncRoles: others }, version });
}

async function listOthers(ctx: Ctx, address: StreamerAddress, type: string): Promise<LeaderBoardSyncRole[]> {
  const { settings, platform } = await getStreamer(ctx, address);
  if (!hasSettings(platform, 'leaderboardRoles')) throw new AppError('invalidFields', {}, ['type: customMessages']);
  return (settings.leaderBoardSyncRoles ?? []).filter((each) => each.type !== type);
}
