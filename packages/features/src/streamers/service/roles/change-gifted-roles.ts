import { type GiftedSubRole, hasSettings } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import type { StreamerAddress } from '../../store/streamers.ts';
import { getStreamer } from '../address.ts';
import { changeStreamer } from '../change-streamer.ts';

/** Saves the role for this number of gifted subscriptions. The other roles stay. */
export async function saveGiftedRole(
  ctx: Ctx,
  address: StreamerAddress,
  { wanted, version }: { wanted: GiftedSubRole; version?: string | undefined },
): Promise<void> {
  const roles = await listRoles(ctx, address);
  const others = roles.filter(({ roleId }) => roleId !== wanted.roleId);
  await changeStreamer(ctx, address, { body: { giftedSubRoles: [...others, wanted] }, version });
}

export async function removeGiftedRole(
  ctx: Ctx,
  address: StreamerAddress,
  { id, version }: { id: string; version?: string | undefined },
): Promise<void> {
  const roles = await listRoles(ctx, address);
  const others = roles.filter(({ roleId }) => roleId !== id);
  if (others.length === roles.length) throw new AppError('notFound');
  await changeStreamer(ctx, address, { body: { giftedSubRoles: others }, version });
}

async function listRoles(ctx: Ctx, address: StreamerAddress): Promise<readonly GiftedSubRole[]> {
  const { settings, platform } = await getStreamer(ctx, address);
  if (!hasSettings(platform, 'giftedSubRoles')) throw new AppError('invalidFields', {}, ['type: customMessages']);
  return settings.giftedSubRoles ?? [];
}
