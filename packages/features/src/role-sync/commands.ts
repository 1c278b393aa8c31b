import { ChannelId, UserId } from '@tally/contract';
import {
  type Answer,
  type Call,
  defineCommand,
  holdsPermissions,
  message,
  privately,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { answerMessage, SYNC_BUTTON } from './render.ts';
import { askForRoles } from './service/ask.ts';
import { postPanel } from './service/panel.ts';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'sync',
    about: 'roleSync.command',
    isPrivate: true,
    options: [{ name: 'member', about: 'roleSync.optionMember', type: 'user' }],
    run: sync,
  }),
  defineCommand({
    kind: 'slash',
    name: 'panel',
    about: 'commands.panel',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'synchronize',
        about: 'roleSync.commandPanel',
        isPrivate: true,
        options: [{ name: 'channel', about: 'roleSync.optionChannel', type: 'channel', channelTypes: [0, 2, 5, 13] }],
        run: panel,
      },
    ],
  }),
  defineCommand({
    kind: 'component',
    id: SYNC_BUTTON,
    isPrivate: true,
    // Sends a private answer, so the panel itself stays unchanged.
    run: async (ctx, call) => ({ ...(await answer(ctx, call, null)), isPrivate: true }) as Answer,
  }),
];

async function sync(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const named = call.options['member'] === undefined ? null : UserId.parse(call.options['member']);
  if (named === null) return await answer(ctx, call, null);
  if (!holdsPermissions(call.permissions, ['ManageRoles'])) {
    const permissions = listPermissions(ctx.locale, ['ManageRoles']);
    return privately(say(ctx.locale, 'commands.needsPermission', { permissions }));
  }
  return await answer(ctx, call, named);
}

async function answer(ctx: Ctx, call: Call, other: UserId | null): Promise<Answer> {
  const serverId = serverOf(call);
  const asked = await askForRoles(ctx, {
    serverId,
    userId: other ?? call.userId,
    ...(other === null ? {} : { by: call.userId }),
  });
  return message(answerMessage(ctx.locale, asked, { settingsUrl: `${ctx.config.webUrl}/settings`, other }));
}

async function panel(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const channelId = call.options['channel'] === undefined ? call.channelId : ChannelId.parse(call.options['channel']);
  if (channelId === null) throw new AppError('noChannelChosen', { name: say(ctx.locale, 'roleSync.thePanel') });
  return privately(await postPanel(ctx, serverOf(call), channelId));
}
