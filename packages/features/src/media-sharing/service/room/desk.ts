import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { z } from 'zod';
import { callOut, MEDIA_CHANNEL } from '../../store/rooms.ts';

/** `changed` reports a changed room. `ask` asks which process has a page open, and `here` is the reply. */
const Call = z.tuple([z.enum(['changed', 'ask', 'here']), z.string(), z.string()]);

/** A page and the process that it is connected to. */
interface Place {
  readonly ownerId: UserId;
  readonly tab: string;
  readonly process: string;
}

const callTo = (is: 'ask' | 'here', { ownerId, tab, process }: Place) => [is, ownerId, `${process} ${tab}`] as const;

/** We assume that a process has died if it does not answer within this time. */
const ASKED_MS = seconds(0.5);

const keyOf = (...call: Readonly<z.output<typeof Call>>): string => call.join(' ');

const calls: Topic<true> = {
  channel: MEDIA_CHANNEL,
  read: (text) => [[keyOf(...Call.parse(JSON.parse(text))), true]],
};

const say = (db: Db, ...call: Readonly<z.output<typeof Call>>): Promise<void> => callOut(db, JSON.stringify(call));

/** Makes every page that shows the room reload once the transaction commits. */
export const roomChanged = (db: Db, ownerId: UserId): Promise<void> => say(db, 'changed', ownerId, '');

/**
 * Calls `changed` after each change of the room, and whenever changes may have been missed. The returned function ends
 * this.
 */
export const onRoomChanged = (ctx: Ctx, ownerId: UserId, changed: () => void): Promise<() => void> =>
  ctx.signals.hear(calls, keyOf('changed', ownerId, ''), changed);

/** Answers other processes that ask whether this page is open here. The returned function ends this. */
export async function enter(ctx: Ctx, ownerId: UserId, tab: string): Promise<() => void> {
  const { db, log, metrics, signals } = ctx;
  const here = { ownerId, tab, process: signals.process };
  const connected = metrics.gauge({
    name: 'media_players_connected',
    help: 'Players of media share that are connected to this process',
  });
  const leave = await signals.hear(calls, keyOf(...callTo('ask', here)), (asked) => {
    if (!asked) return;
    say(db, ...callTo('here', here)).catch((error: unknown) =>
      log.warn({ err: error }, 'The state of a player could not be read'),
    );
  });
  connected.inc();
  return () => {
    connected.dec();
    leave();
  };
}

/** Returns whether this process has the page open. A reconnect can arrive before the old connection closes. */
export const isOpenHere = (ctx: Ctx, ownerId: UserId, tab: string): boolean =>
  ctx.signals.isHeard(calls, keyOf(...callTo('ask', { ownerId, tab, process: ctx.signals.process })));

/** Returns whether another process has the page open. A page that has just reconnected may not be recorded yet. */
export async function isOpenAt(ctx: Ctx, place: Place): Promise<boolean> {
  if (place.process === ctx.signals.process) return isOpenHere(ctx, place.ownerId, place.tab);
  const answered = Promise.withResolvers<boolean>();
  const leave = await ctx.signals.hear(
    calls,
    keyOf(...callTo('here', place)),
    (isHere) => isHere && answered.resolve(true),
  );
  try {
    await say(ctx.db, ...callTo('ask', place));
    return (await ctx.timers.within(ASKED_MS, answered.promise)) === true;
  } finally {
    leave();
  }
}
