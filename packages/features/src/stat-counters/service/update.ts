import { hasFlag } from '@tally/contract';
import type { Ctx, PlatformEvent } from '@tally/kernel';
import { listCountersOf, pageCounters, wantName } from '../store.ts';
import type { CounterRow } from '../tables.ts';
import { nameAll } from './names.ts';
import { renameSoon } from './queue.ts';
import { listCounterStreamers, plansFor } from './scope.ts';

const PAGE = 500;

/** Computes the names of these channels; only differences become work. */
export async function updateCounters(ctx: Ctx, rows: readonly CounterRow[]): Promise<void> {
  if (rows.length === 0) return;
  const plan = await plansFor(ctx, rows);
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

/** Followers and members have no events, and other events may be missed. */
export async function updateAll(ctx: Ctx): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await pageCounters(ctx.db, after, PAGE);
    await updateCounters(ctx, rows);
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.channelId;
  }
}

/** A stream began or ended: a counter changes at the first silence, like the platform's own page. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'video' || event.kind === 'update') return;
  const streamerIds = await listCounterStreamers(ctx, event.channel);
  const rows = await listCountersOf(ctx.db, streamerIds);
  await updateCounters(
    ctx,
    rows.filter((row) => row.kind === 'liveUpdates'),
  );
}
