import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { z } from 'zod';
import { callOut, MEDIA_CHANNEL } from '../../store/rooms.ts';

/** `changed`: a room has changed. `ask`: which process has this page open? `here`: this one. */
const Call = z.tuple([z.enum(['changed', 'ask', 'here']), z.string(), z.string()]);

/** Other processes answer at once or are dead. */
const ASKED_MS = seconds(0.5);

const keyOf = (...call: z.output<typeof Call>): string => call.join(' ');

const calls: Topic<true> = {
  channel: MEDIA_CHANNEL,
  read: (text) => [[keyOf(...Call.parse(JSON.parse(text))), true]],
};

const say = (db: Db, ...call: z.output<typeof Call>): Promise<void> => callOut(db, JSON.stringify(call));

/** Makes every page that shows the room reload; delivered once the transaction commits. */
export const roomChanged = (db: Db, ownerId: UserId): Promise<void> => say(db, 'changed', ownerId, '');

/** Calls this after each change of the room, and when changes may have been missed, until the returned function. */
export const onRoomChanged = (ctx: Ctx, ownerId: UserId, changed: () => void): Promise<() => void> =>
  ctx.signals.hear(calls, keyOf('changed', ownerId, ''), changed);

/** Reports to every process that asks that the page is open here. Returns a function that ends this. */
export async function enter(ctx: Ctx, ownerId: UserId, tab: string): Promise<() => void> {
  const { db, log, metrics, signals } = ctx;
  const connected = metrics.gauge({
    name: 'media_players_connected',
    help: 'Players of media share that are connected to this process',
  });
  const leave = await signals.hear(calls, keyOf('ask', ownerId, tab), (asked) => {
    if (!asked) return;
    say(db, 'here', ownerId, tab).catch((error: unknown) =>
      log.warn({ err: error }, 'The state of a player could not be read'),
    );
  });
  connected.inc();
  return () => {
    connected.dec();
    leave();
  };
}

/** Whether this process has the page open. A reconnect can arrive before the old connection closes. */
export const isOpenHere = (ctx: Ctx, ownerId: UserId, tab: string): boolean =>
  ctx.signals.isHeard(calls, keyOf('ask', ownerId, tab));

/** Returns whether another process has this page open. */
export async function isOpenElsewhere(ctx: Ctx, ownerId: UserId, tab: string): Promise<boolean> {
  const answered = Promise.withResolvers<boolean>();
  const leave = await ctx.signals.hear(
    calls,
    keyOf('here', ownerId, tab),
    (isHere) => isHere && answered.resolve(true),
  );
  try {
    await say(ctx.db, 'ask', ownerId, tab);
    return (await ctx.timers.within(ASKED_MS, answered.promise)) === true;
  } finally {
    leave();
  }
}
