import type { ServerId, UserId } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { SECONDS_PER_MESSAGE } from '../match/eligible.ts';
import { addMessages, listCountingServers } from '../store/messages.ts';

const counting = knownSet<ServerId>('giveaways/counting', minutes(1), (ctx) => listCountingServers(ctx.db));
export const { peek: peekCounting, forget: forgetCounting } = counting;

type Who = { readonly serverId: ServerId; readonly userId: UserId };

const ONE_EVERY_MS = seconds(SECONDS_PER_MESSAGE);

interface Counting {
  readonly lastAt: Map<string, number>;
  readonly waiting: Map<string, Who & { messages: number }>;
  isWriting: boolean;
}

/** Per database, so that tests do not share it. */
const desks = new WeakMap<Ctx['db'], Counting>();

export async function noticeMessage(ctx: Ctx, who: Who): Promise<void> {
  if (!(await counting.list(ctx)).has(who.serverId)) return;
  const desk = desks.get(ctx.db) ?? { lastAt: new Map(), waiting: new Map(), isWriting: false };
  desks.set(ctx.db, desk);
  const [key, now] = [`${who.serverId} ${who.userId}`, ctx.clock.now().getTime()];
  if (now - (desk.lastAt.get(key) ?? 0) < ONE_EVERY_MS) return;
  if (desk.lastAt.size > 10_000) forgetOld(desk, now);
  desk.lastAt.set(key, now);
  desk.waiting.set(key, { ...who, messages: (desk.waiting.get(key)?.messages ?? 0) + 1 });
  if (desk.isWriting) return;
  desk.isWriting = true;
  try {
    while (desk.waiting.size > 0) {
      const batch = [...desk.waiting.values()];
      desk.waiting.clear();
      await addMessages(ctx.db, batch);
    }
  } finally {
    desk.isWriting = false;
  }
}

function forgetOld({ lastAt }: Counting, now: number): void {
  for (const [key, at] of lastAt) if (now - at >= ONE_EVERY_MS) lastAt.delete(key);
}
