import { type Call, defineCommand, message } from '@tally/discord/interactions';
import type { Ctx } from '@tally/kernel';
import { CODE_BUTTON, codeMessage, linksMessage } from './render.ts';
import { makeChatCode, makeChatCodeIn } from './service/chat-code.ts';
import { nameOf } from './service/platform.ts';
import { listLinkedAccounts } from './service/read.ts';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'link',
    about: 'connections.linkAbout',
    isPrivate: true,
    isInDms: true,
    async run(ctx, { userId }) {
      const accounts = await listLinkedAccounts(ctx, [userId]);
      return message(
        linksMessage(ctx.locale, accounts, {
          nameOf: (platform) => nameOf(ctx, platform),
          settingsUrl: `${ctx.config.webUrl}/settings`,
        }),
      );
    },
  }),
  defineCommand({
    kind: 'component',
    id: CODE_BUTTON,
    isPrivate: true,
    run: async (ctx, call) => message(codeMessage(ctx.locale, await codeFor(ctx, call))),
  }),
];

/** Inside a server, the code works in its creators' chats; elsewhere, in those of all the person's servers. */
const codeFor = async (ctx: Ctx, { userId, serverId }: Call) =>
  serverId ? await makeChatCodeIn(ctx, userId, 'kick', [serverId]) : await makeChatCode(ctx, userId, 'kick');
