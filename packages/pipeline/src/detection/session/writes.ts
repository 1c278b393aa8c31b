import { allOver, type Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { keepSessions, type NewSession, type SessionChange } from '../store/sessions.ts';
import type { ChannelRow } from '../tables.ts';
import { type ChannelEvents, type EventRef, queueAllEvents } from './queue-events.ts';

/**
 * The writes that result from a batch of observations. Collecting them first lets many channels share a few statements.
 */
export interface Writes {
  readonly opened: NewSession[];
  readonly changed: Map<string, SessionChange>;
  readonly events: ChannelEvents[];
}

export const openWrites = (): Writes => ({ opened: [], changed: new Map(), events: [] });

export function addChange({ changed }: Writes, id: string, by: SessionChange): void {
  changed.set(id, { ...changed.get(id), ...by });
}

export function addEvents(writes: Writes, ctx: Ctx, channel: ChannelRow, events: readonly EventRef[]): void {
  if (events.length > 0) writes.events.push({ ctx, channel, events });
}

/** The writes do not depend on each other, so they run together. */
export async function keepWrites(ctx: Ctx, tx: Db, { opened, changed, events }: Writes): Promise<void> {
  await allOver<unknown>([keepSessions(tx, { opened, changed }), queueAllEvents(ctx, tx, events)]);
}
