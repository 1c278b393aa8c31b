import { gather } from '@tally/infra/batch';
import { allOver, type Db } from '@tally/infra/db';
import type { Ctx, Hint, Snapshot } from '@tally/kernel';
import { type Look, queueLooks } from '../looks.ts';
import { lacksDetails } from '../session/details.ts';
import { decideInto } from '../session/observe.ts';
import { isHeard } from '../session/queue-events.ts';
import { keepWrites, openWrites } from '../session/writes.ts';
import { nameOf } from '../store/channels.ts';
import { storePushes } from '../store/pushes.ts';

export interface Taken {
  /** The context of the call that received the hint. */
  readonly ctx: Ctx;
  readonly hint: Hint;
  readonly arrivedAt: Date;
}

/** Stores pushes of many channels and their consequences in a fixed number of statements. */
export async function storeHints(tx: Db, taken: readonly Taken[]): Promise<void> {
  const ctx = taken[0]?.ctx;
  if (!ctx) return;
  const hints = taken.map(({ hint }) => hint);
  const { held, latest } = await storePushes(tx, hints, ctx.clock.now());
  const writes = openWrites();
  const looks: Look[] = [];
  for (const { ctx: own, hint, arrivedAt } of taken) {
    const channel = held.get(nameOf(hint));
    if (!channel) continue;
    const { platform, channelId, snapshot, about = [], occurredAt } = hint;
    const pushed = { toldAt: occurredAt, arrivedAt };
    const look = { platform, channelId, about: [...about], isNameWanted: false, pushed };
    if (!snapshot || snapshot.state === 'unknown') {
      looks.push(look);
      continue;
    }
    const known = { ctx: own, channel, latest: latest.get(nameOf(hint)) ?? null };
    const decided = decideInto(writes, { ...known, snapshot, isSigned: true, occurredAt, pushed });
    if ((decided === 'nothing' || !isShort(snapshot)) && about.length === 0) continue;
    const last = writes.events.at(-1);
    // The job that passes the event on requests the missing details and edits them in.
    if (last?.channel === channel && isHeard(ctx)) last.look = look;
    else looks.push(look);
  }
  await allOver([keepWrites(ctx, tx, writes), queueLooks(ctx, tx, looks)]);
}

const isShort = (snapshot: Snapshot): boolean => snapshot.state === 'live' && lacksDetails(snapshot.details);

/**
 * Resolves when the push and all its consequences are stored. Pushes that arrive during a write share the next
 * transaction, so a burst costs little more than a single push. A channel is in one transaction at a time, so its
 * pushes are decided in order.
 */
export const storeTogether = gather<Taken>({
  name: 'detection/pushes',
  most: 100,
  // One batch is written while the next is prepared.
  atOnce: 2,
  keyOf: ({ hint }) => nameOf(hint),
  write: (ctx, taken) => ctx.db.transaction((tx) => storeHints(tx, taken)),
});
