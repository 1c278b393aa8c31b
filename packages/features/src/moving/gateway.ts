import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { answerMention } from './service/mentioned.ts';
import { askWhoLeft } from './service/who-left.ts';

const left = async (ctx: Ctx, { serverId }: { serverId: ServerId }) => await askWhoLeft(ctx, serverId);

/**
 * When a bot is removed, Discord deletes its integration and its own role. Both events are rare, so either one is a
 * reason to check.
 */
export const gateway = [
  on('integrationRemoved', left),
  on('roleDeleted', left),
  on('messagePosted', answerMention, { saying: (ctx) => ctx.config.discord.clientId }),
];
