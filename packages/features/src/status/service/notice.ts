import type { Component } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { changeIncident, insertIncident, insertUpdate, listOpen } from '../store/incidents.ts';
import { announce } from './announce.ts';

/** Finds components that have an open incident or a maintenance. */
export async function findCovered(
  ctx: Ctx,
  tx: Db,
): Promise<{ all: ReadonlySet<Component>; maintained: ReadonlySet<Component> }> {
  const open = await listOpen(tx, ctx.clock.now());
  const named = (rows: typeof open) => new Set(rows.flatMap(({ components }) => components));
  return { all: named(open), maintained: named(open.filter(({ isMaintenance }) => isMaintenance)) };
}

export async function openTrouble(
  ctx: Ctx,
  tx: Db,
  { component, since }: { component: Component; since: Date },
): Promise<void> {
  const incidentId = await insertIncident(tx, {
    ...noticed(ctx, 'trouble', [component]),
    startsAt: since,
    endsAt: null,
  });
  await tell(ctx, tx, { incidentId, state: 'found', at: since });
}

/** Closes the incidents that we opened ourselves. Staff close theirs. */
export async function settleTrouble(ctx: Ctx, tx: Db, component: Component): Promise<void> {
  const open = await listOpen(tx, ctx.clock.now());
  for (const { id } of open.filter(({ cause, components }) => cause === 'trouble' && components.includes(component))) {
    await changeIncident(tx, id, { endsAt: ctx.clock.now() });
    await tell(ctx, tx, { incidentId: id, state: 'over', at: ctx.clock.now() });
  }
}

export async function noteGap(
  ctx: Ctx,
  tx: Db,
  { components, from, to }: { components: Component[]; from: Date; to: Date },
): Promise<void> {
  const incidentId = await insertIncident(tx, { ...noticed(ctx, 'gap', components), startsAt: from, endsAt: to });
  await tell(ctx, tx, { incidentId, state: 'over', at: to });
}

const noticed = (ctx: Ctx, cause: 'trouble' | 'gap', components: Component[]) => ({
  feedId: ctx.random.uuid(),
  title: null,
  cause,
  isMaintenance: false,
  impact: 'major' as const,
  components,
});

async function tell(
  ctx: Ctx,
  tx: Db,
  { incidentId, state, at }: { incidentId: bigint; state: 'found' | 'over'; at: Date },
): Promise<void> {
  await announce(ctx, tx, await insertUpdate(tx, { incidentId, state, text: '', toldAt: at }));
}
