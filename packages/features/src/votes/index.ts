import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { handlePush } from './service/handle-push.ts';
import { countVotes, deleteOfUser, findLastVote, listVotes, wantsReminder } from './store.ts';

export { hasVoted } from './service/handle-push.ts';

export const votes = defineFeature({
  name: 'votes',
  routes,
  commands,
  jobs,
  webhooks: [{ name: 'topgg', methods: ['POST'], receive: handlePush }],
  user: {
    parts: userParts,
  },
  exportUser,
  forgetUser: async (ctx: Ctx, userId: UserId) => {
    await ctx.db.transaction(async (tx) => await deleteOfUser(tx, userId));
  },
});

async function userParts(ctx: Ctx, userId: UserId) {
  const [votes, last] = await Promise.all([countVotes(ctx.db, userId), findLastVote(ctx.db, userId)]);
  return { votes, lastVoted: last?.votedAt ?? null };
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [list, isReminded] = await Promise.all([listVotes(ctx.db, userId), wantsReminder(ctx.db, userId)]);
  return {
    ...(list.length > 0 ? { votes: list.map(({ votedAt, weight }) => ({ votedAt, weight })) } : {}),
    ...(isReminded ? { voteReminder: true } : {}),
  };
}
