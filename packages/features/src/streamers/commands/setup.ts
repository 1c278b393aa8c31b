import { platforms } from '@tally/contract';
import { customId, defineCommand, type Option, privateCard, settle } from '@tally/discord/interactions';
import { say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { removeStreamer } from '../service/change-streamer.ts';
import { findPicked, proposeNames } from '../service/names/pick.ts';
import { shownNames } from '../service/names/shown-names.ts';
import { addressOfRow } from '../store/streamers.ts';
import { elsewhereButton, follow } from './follow.ts';
import { streamerOption } from './streamer-option.ts';
import { view } from './view.ts';

const platformOption = {
  name: 'platform',
  about: 'commands.optionPlatform',
  type: 'text',
  choices: platforms.map((value) => ({ value, text: `commands.${value}` }) as const),
} satisfies Option;

/**
 * Text channels and announcement channels:
 * https://docs.discord.com/developers/resources/channel#channel-object-channel-types
 */
const POSTABLE = [0, 5];

const RESET = 'setup-reset';
const KEEP = 'setup-keep';

/** Offers the notifications page as a command. Other features add subcommands. */
const setup = defineCommand({
  kind: 'slash',
  name: 'setup',
  about: 'commands.setup',
  permissions: ['ManageGuild'],
  subcommands: [
    {
      name: 'service',
      about: 'commands.setupService',
      isPrivate: true,
      options: [
        { ...platformOption, isRequired: true },
        {
          name: 'name',
          about: 'commands.optionName',
          type: 'text',
          isRequired: true,
          max: 300,
          complete: async (ctx, typed, call) => {
            const chosen = platforms.find((each) => each === call.options['platform']);
            if (!call.serverId) return [];
            return await proposeNames(ctx, call.serverId, typed, chosen);
          },
        },
        { name: 'channel', about: 'commands.optionChannel', type: 'channel', channelTypes: POSTABLE },
        { name: 'videos', about: 'commands.optionVideos', type: 'channel', channelTypes: POSTABLE },
        { name: 'ping', about: 'commands.optionPing', type: 'role' },
      ],
      run: follow,
    },
    {
      name: 'reset',
      about: 'commands.setupReset',
      isPrivate: true,
      options: [streamerOption()],
      run: async (ctx, call) => {
        const row = await findPicked(ctx, call, call.options['streamer']);
        const name = (await shownNames(ctx.db, [row]))(row);
        return privateCard(
          {
            title: say(ctx.locale, 'commands.resetTitle', { name }),
            description: say(ctx.locale, 'commands.resetText', { name: escapeMarkdown(name) }),
          },
          [
            {
              type: 2,
              style: 4,
              custom_id: customId(RESET, row.id),
              label: say(ctx.locale, 'commands.resetYes'),
            },
            { type: 2, style: 2, custom_id: customId(KEEP), label: say(ctx.locale, 'commands.cancel') },
          ],
        );
      },
    },
    {
      name: 'view',
      about: 'commands.setupView',
      isPrivate: true,
      options: [platformOption],
      run: view,
    },
  ],
});

/** The buttons refuse people who may no longer change the server's settings. */
export const commands = [
  setup,
  elsewhereButton,
  defineCommand({
    kind: 'component',
    id: RESET,
    isPrivate: true,
    permissions: ['ManageGuild'],
    run: async (ctx, call) => {
      const row = await findPicked(ctx, call, call.args[0]);
      const shown = (await shownNames(ctx.db, [row]))(row);
      await removeStreamer(ctx, addressOfRow(row));
      return settle(say(ctx.locale, 'notifications.removed', { name: escapeMarkdown(shown) }));
    },
  }),
  defineCommand({
    kind: 'component',
    id: KEEP,
    isPrivate: true,
    run: async (ctx) => settle(say(ctx.locale, 'commands.nothingChanged')),
  }),
];
