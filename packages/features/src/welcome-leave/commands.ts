import { ChannelId } from '@tally/contract';
import { type Answer, defineCommand, privately, type SlashCall } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { whyNotPostable } from '../places/index.ts';
import { updateServer } from '../settings/index.ts';
import { nameOf } from './service/send-test.ts';

/** Channel types with messages: text, voice, announcement and stage. */
const channelTypes = [0, 2, 5, 13];

const which = {
  name: 'type',
  about: 'welcomeLeave.optionType',
  type: 'text',
  isRequired: true,
  choices: [
    { value: 'welcome', text: 'welcomeLeave.choiceWelcome' },
    { value: 'leave', text: 'welcomeLeave.choiceLeave' },
  ],
} as const;

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'welcome',
    about: 'welcomeLeave.command',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'setup',
        about: 'welcomeLeave.commandSetup',
        isPrivate: true,
        options: [
          which,
          { name: 'channel', about: 'welcomeLeave.optionChannel', type: 'channel', isRequired: true, channelTypes },
        ],
        run: setUp,
      },
      { name: 'reset', about: 'welcomeLeave.commandReset', isPrivate: true, options: [which], run: reset },
    ],
  }),
];

const typeOf = ({ options }: SlashCall): 'welcome' | 'leave' => (options['type'] === 'leave' ? 'leave' : 'welcome');

async function setUp(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const type = typeOf(call);
  const channelId = ChannelId.parse(call.options['channel']);
  if (call.serverId)
    await updateServer(ctx, call.serverId, { [`${type}Enabled`]: true, [`${type}ChannelId`]: channelId });
  const values = { name: say(ctx.locale, nameOf(type)), channel: `<#${channelId}>` };
  const why = call.serverId && (await whyNotPostable(ctx, call.serverId, channelId));
  return privately([say(ctx.locale, 'welcomeLeave.isSetUp', values), ...(why ? [why] : [])].join('\n\n'));
}

async function reset(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const type = typeOf(call);
  const card = { [`${type}Enabled`]: null, [`${type}ChannelId`]: null, [`${type}Card`]: null };
  const more = type === 'welcome' ? { welcomePing: null, welcomeTrigger: null, welcomeRoleId: null } : {};
  if (call.serverId) await updateServer(ctx, call.serverId, { ...card, ...more });
  return privately(say(ctx.locale, 'welcomeLeave.isReset', { name: say(ctx.locale, nameOf(type)) }));
}
