import { hasFlag } from '@tally/contract';
import type { Ctx, PlatformEvent } from '@tally/kernel';
import { plansOf } from '../../servers/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { listCountedStreamers, listCountersOf, pageCounters, wantName } from '../store.ts';
import type { CounterRow } from '../tables.ts';
import { nameAll } from './names.ts';
import { renameSoon } from './queue.ts';

const PAGE = 500;

/** Computes the names of these channels, and queues only those that differ. */
export async function updateCounters(ctx: Ctx, rows: readonly CounterRow[]): Promise<void> {
  if (rows.length === 0) return;
  const plan = await plansOf(
    ctx,
    rows.map((row) => row.serverId),
  );
  const active = rows.filter((row) => hasFlag(plan(row.serverId).bitfield, 'StatCounters'));
  const nameOf = await nameAll(ctx, active);
  const now = ctx.clock.now();
  for (const row of active) {
    const wanted = nameOf(row);
    if (wanted === null || wanted === row.wanted) continue;
    await ctx.db.transaction(async (tx) => {
      if (await wantName(tx, row.channelId, wanted, now)) await renameSoon(ctx, row.channelId, { tx });
    });
  }
}

/** Follower and member counts cause no events, and other events may be missed. */
export async function updateAll(ctx: Ctx): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await pageCounters(ctx.db, after, PAGE);
    await updateCounters(ctx, rows);
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.channelId;
  }
}

/** Updates the counter when a stream begins or ends, without a grace period, like the platform's own page. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'video' || event.kind === 'update') return;
  const { platform, id } = event.channel;
  const counted = await listStreamersById(ctx.db, await listCountedStreamers(ctx.db));
  const onChannel = counted.filter((row) => row.platform === platform && row.channelId === id);
  const rows = await listCountersOf(
    ctx.db,
    onChannel.map((row) => row.id),
  );
  await updateCounters(
    ctx,
    rows.filter((row) => row.kind === 'liveUpdates'),
  );
}
