import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { answerMention } from './service/mentioned.ts';
import { askWhoLeft } from './service/who-left.ts';

const left = async (ctx: Ctx, { serverId }: { serverId: ServerId }) => await askWhoLeft(ctx, serverId);

/** A bot that is removed takes its integration and its own role along. Both are rare, so either one is a reason to ask. */
export const gateway = [
  on('integrationRemoved', left),
  on('roleDeleted', left),
  on('messagePosted', answerMention, { saying: (ctx) => ctx.config.discord.clientId }),
];
