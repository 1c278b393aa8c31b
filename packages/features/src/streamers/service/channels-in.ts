import type { Platform, ServerId } from '@tally/contract';
import type { Channel, Ctx } from '@tally/kernel';
import { listChannels } from '@tally/pipeline/detection';
import { listChannelIdsIn } from '../store/overview.ts';

/** The channels of a platform that these servers follow, without duplicates, by name. */
export async function listChannelsIn(
  ctx: Pick<Ctx, 'db'>,
  about: { readonly platform: Platform; readonly serverIds: readonly ServerId[]; readonly limit: number },
): Promise<readonly Channel[]> {
  const channels = await listChannels(ctx.db, about.platform, await listChannelIdsIn(ctx.db, about));
  return channels.toSorted((left, right) => left.name.localeCompare(right.name));
}
