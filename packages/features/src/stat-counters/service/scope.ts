import type { Channel, Ctx } from '@tally/kernel';
import { plansOf } from '../../servers/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { listCountedStreamers } from '../store.ts';
import type { CounterRow } from '../tables.ts';

export const plansFor = async (ctx: Ctx, rows: readonly CounterRow[]) =>
  await plansOf(
    ctx,
    rows.map((row) => row.serverId),
  );

/** Streamers on this channel whose live state is counted. */
export async function listCounterStreamers(
  ctx: Ctx,
  { platform, id }: Pick<Channel, 'platform' | 'id'>,
): Promise<string[]> {
  const streamers = await listStreamersById(ctx.db, await listCountedStreamers(ctx.db));
  return streamers.filter((row) => row.platform === platform && row.channelId === id).map((row) => row.id);
}
