import { randomUUID } from 'node:crypto';
import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, seconds } from '@tally/kernel';
import { z } from 'zod';
import { callOut, MEDIA_CHANNEL } from '../../store/rooms.ts';

/** `changed`: a room has changed. `ask`: which process has this page open? `here`: this one. */
const Call = z.tuple([z.enum(['changed', 'ask', 'here']), z.string(), z.string()]);

/** Other processes answer at once or are dead. */
const ASKED_MS = seconds(0.5);

/** The room changes that this process receives, and the players connected to it. */
export interface Desk {
  /** A new id after every start, so leases of a dead process match no live one. */
  readonly process: string;
  readonly ears: Map<string, Set<() => void>>;
  /** Players of each owner by tab, with the number of connections of each. */
  readonly players: Map<string, Map<string, number>>;
  readonly asked: Map<string, Set<() => void>>;
}

const desks = new WeakMap<Ctx['listen'], Promise<Desk>>();

export function deskOf(ctx: Ctx): Promise<Desk> {
  const known = desks.get(ctx.listen);
  if (known) return known;
  const opening = openDesk(ctx);
  desks.set(ctx.listen, opening);
  // The next caller tries again.
  opening.catch(() => desks.delete(ctx.listen));
  return opening;
}

async function openDesk({ listen, db, log, metrics }: Ctx): Promise<Desk> {
  const desk: Desk = { process: randomUUID(), ears: new Map(), players: new Map(), asked: new Map() };
  const wake = (all: Iterable<() => void> | undefined) => {
    for (const each of all ?? []) each();
  };
  const hear = (text: string): void => {
    const [kind, ownerId, tab] = Call.parse(JSON.parse(text));
    if (kind === 'changed') wake(desk.ears.get(ownerId));
    if (kind === 'here') wake(desk.asked.get(`${ownerId} ${tab}`));
    if (kind === 'ask' && desk.players.get(ownerId)?.has(tab))
      callOut(db, JSON.stringify(['here', ownerId, tab])).catch((error: unknown) =>
        log.warn({ err: error }, 'Whether a player is connected could not be said'),
      );
  };
  // Changes during a database outage were missed.
  await listen(MEDIA_CHANNEL, hear, () => {
    for (const ears of desk.ears.values()) wake(ears);
  });
  metrics.gauge({
    name: 'media_players_connected',
    help: 'Players of media share that are connected to this process',
    collect() {
      const count = [...desk.players.values()].reduce((sum, tabs) => sum + tabs.size, 0);
      metrics.gauge({ name: 'media_players_connected', help: '' }).set(count);
    },
  });
  return desk;
}

/** Makes every page that shows the room reload; delivered once the transaction commits. */
export const roomChanged = (db: Db, ownerId: UserId): Promise<void> =>
  callOut(db, JSON.stringify(['changed', ownerId, '']));

export interface Ear {
  /** Resolves when the room has changed since the last call, the signal is aborted, or the time is up. */
  readonly next: (withinMs: number | null) => Promise<void>;
  readonly leave: () => void;
}

/** Listens from now on: changes while the caller is busy are not lost. */
export function listenTo(ctx: Ctx, desk: Desk, ownerId: UserId, signal: AbortSignal): Ear {
  let isRung = false;
  let goOn = (): void => {};
  const ring = (): void => {
    isRung = true;
    goOn();
  };
  const own = desk.ears.get(ownerId) ?? new Set();
  desk.ears.set(ownerId, own.add(ring));
  const wake = (): void => goOn();
  signal.addEventListener('abort', wake);
  return {
    async next(withinMs) {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const cancel = withinMs === null ? undefined : ctx.timers.after(withinMs, resolve);
          goOn = () => {
            cancel?.();
            resolve();
          };
        });
        goOn = () => {};
      }
      isRung = false;
    },
    leave() {
      signal.removeEventListener('abort', wake);
      own.delete(ring);
      if (own.size === 0) desk.ears.delete(ownerId);
    },
  };
}

export function enter({ players }: Desk, ownerId: UserId, tab: string): void {
  const tabs = players.get(ownerId) ?? new Map<string, number>();
  players.set(ownerId, tabs.set(tab, (tabs.get(tab) ?? 0) + 1));
}

/** Returns true for the tab's last connection. A reconnect can arrive before the old connection closes. */
export function exit({ players }: Desk, ownerId: UserId, tab: string): boolean {
  const tabs = players.get(ownerId);
  const left = (tabs?.get(tab) ?? 1) - 1;
  if (left > 0) tabs?.set(tab, left);
  else tabs?.delete(tab);
  if (tabs?.size === 0) players.delete(ownerId);
  return left <= 0;
}

/** Returns whether another process has this page open. */
export async function isOpenElsewhere(ctx: Ctx, desk: Desk, ownerId: UserId, tab: string): Promise<boolean> {
  const key = `${ownerId} ${tab}`;
  const answered = Promise.withResolvers<boolean>();
  const hear = () => answered.resolve(true);
  const waiting = desk.asked.get(key) ?? new Set();
  desk.asked.set(key, waiting.add(hear));
  try {
    await callOut(ctx.db, JSON.stringify(['ask', ownerId, tab]));
    return (await ctx.timers.within(ASKED_MS, answered.promise)) === true;
  } finally {
    waiting.delete(hear);
    if (waiting.size === 0) desk.asked.delete(key);
  }
}
