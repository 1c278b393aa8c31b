import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { listLinkedAccounts } from '../connections/index.ts';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { roleOwner } from './service/claims.ts';
import { heard } from './service/facts.ts';
import { namePart } from './service/guild-part.ts';
import { OWNER, postPanel, settlePanels } from './service/panel.ts';
import {
  accountChanged,
  exportUser,
  forgetServer,
  forgetUser,
  streamerFacts,
  streamersChanged,
} from './service/people.ts';
import { listFactsOf } from './store/facts.ts';
import { findSyncUsername } from './store/members.ts';

export const roleSync = defineFeature({
  name: OWNER,
  routes,
  commands,
  gateway,
  jobs,
  deliveries: {
    delivered: settlePanels,
  },
  accountChanged,
  heard,
  streamersChanged,
  streamerFacts,
  roleOwner,
  guildParts: namePart,
  flagsInUse: async (ctx, serverId) => ((await findSyncUsername(ctx.db, serverId)) ? ['SyncSocialUsernames'] : []),
  words: { panels: { sync: async (ctx, serverId, { body }) => await postPanel(ctx, serverId, body.syncChannel) } },
  forgetServer,
  forgetUser,
  exportUser,
});

/** A person's longest current subscription in months, if the platforms reveal it. */
export async function longestSubscription(ctx: Ctx, userId: UserId): Promise<number> {
  const now = ctx.clock.now();
  const accounts = await listLinkedAccounts(ctx, [userId], ['kick']);
  const facts = (
    await Promise.all(accounts.map(({ accountId }) => listFactsOf(ctx.db, { platform: 'kick', accountId })))
  ).flat();
  const running = facts.filter(({ kind, until }) => kind === 'subscriber' && (until === null || until > now));
  return Math.max(0, ...running.map(({ amount }) => Math.max(1, amount)));
}
