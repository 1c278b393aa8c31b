import type { ServerId, UserId } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import { isDatabaseDown } from '@tally/infra/db';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { SECONDS_PER_MESSAGE } from '../../match/eligible.ts';
import { addMessages, listCountingServers } from '../../store/messages.ts';

const counting = knownSet<ServerId>('giveaways/counting', minutes(1), (ctx) => listCountingServers(ctx.db));
export const { peek: peekCounting, forget: forgetCounting } = counting;

type Who = { readonly serverId: ServerId; readonly userId: UserId };

const ONE_EVERY_MS = seconds(SECONDS_PER_MESSAGE);

/** At most this many people are kept in memory while the database is down; others are not counted. */
const MOST_WAITING = 50_000;

interface Counting {
  /** The servers where messages count, as last read. */
  known: ReadonlySet<ServerId>;
  readonly lastAt: Map<string, number>;
  readonly waiting: Map<string, Who & { messages: number }>;
  isWriting: boolean;
}

/** Kept per database, so that tests do not share it. */
const desks = new WeakMap<Ctx['db'], Counting>();

export async function noticeMessage(ctx: Ctx, who: Who): Promise<void> {
  const desk = desks.get(ctx.db) ?? { known: new Set(), lastAt: new Map(), waiting: new Map(), isWriting: false };
  desks.set(ctx.db, desk);
  desk.known = await counting.list(ctx).catch((error: unknown) => {
    if (isDatabaseDown(error)) return desk.known;
    throw error;
  });
  if (!desk.known.has(who.serverId)) return;
  const [key, now] = [`${who.serverId} ${who.userId}`, ctx.clock.now().getTime()];
  if (now - (desk.lastAt.get(key) ?? 0) < ONE_EVERY_MS) return;
  if (desk.lastAt.size > 10_000) forgetOld(desk, now);
  if (desk.waiting.size >= MOST_WAITING && !desk.waiting.has(key)) return;
  desk.lastAt.set(key, now);
  desk.waiting.set(key, { ...who, messages: (desk.waiting.get(key)?.messages ?? 0) + 1 });
  if (desk.isWriting) return;
  desk.isWriting = true;
  try {
    while (desk.waiting.size > 0) await writeBatch(ctx, desk);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    ctx.log.warn({ people: desk.waiting.size }, 'Counted messages wait for the database.');
  } finally {
    desk.isWriting = false;
  }
}

/** Counts are kept until they are written. After a failure, the next message tries again. */
async function writeBatch(ctx: Ctx, { waiting }: Counting): Promise<void> {
  const batch = new Map(waiting);
  await addMessages(ctx.db, [...batch.values()]);
  for (const [key, { messages }] of batch) {
    const now = waiting.get(key);
    if (now && now.messages > messages) waiting.set(key, { ...now, messages: now.messages - messages });
    else waiting.delete(key);
  }
}

function forgetOld({ lastAt }: Counting, now: number): void {
  for (const [key, at] of lastAt) if (now - at >= ONE_EVERY_MS) lastAt.delete(key);
}
