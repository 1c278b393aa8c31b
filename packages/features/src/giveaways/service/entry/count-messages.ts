import type { ServerId, UserId } from '@tally/contract';
import { gather } from '@tally/infra/batch';
import { knownSet } from '@tally/infra/cache';
import { isDatabaseDown } from '@tally/infra/db';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { SECONDS_PER_MESSAGE } from '../../match/eligible.ts';
import { addMessages, listCountingServers } from '../../store/messages.ts';

const counting = knownSet<ServerId>('giveaways/counting', minutes(1), (ctx) => listCountingServers(ctx.db));
export const { peek: peekCounting, forget: forgetCounting } = counting;

type Who = { readonly serverId: ServerId; readonly userId: UserId };

const ONE_EVERY_MS = seconds(SECONDS_PER_MESSAGE);

const keyOf = ({ serverId, userId }: Who): string => `${serverId} ${userId}`;

const countTogether = gather<Who & { readonly messages: number }>({
  name: 'giveaways/messages',
  keyOf,
  merge: (waiting, { messages }) => ({ ...waiting, messages: waiting.messages + messages }),
  // While the database is down, we keep counts of at most this many people.
  kept: 50_000,
  write: (ctx, counted) => addMessages(ctx.db, counted),
});

export async function noticeMessage(ctx: Ctx, who: Who): Promise<void> {
  if (!(await counting.list(ctx)).has(who.serverId)) return;
  const now = ctx.clock.now();
  if ((await ctx.cache.get(`giveaways/counted ${keyOf(who)}`, ONE_EVERY_MS, async () => now)) !== now) return;
  try {
    await countTogether(ctx, { ...who, messages: 1 });
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    ctx.log.warn(who, 'A counted message waits until the database is back.');
  }
}
