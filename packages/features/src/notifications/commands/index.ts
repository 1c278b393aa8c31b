import { defineCommand, privately, serverOf } from '@tally/discord/interactions';
import { say } from '@tally/kernel';
import { postNow } from '../../journal/index.ts';
import { findPicked, POST_NOW, streamerOption } from '../../streamers/index.ts';
import { NOTIFY_ME } from '../render/message.ts';
import { findUntold } from '../service/announce/already-live.ts';
import { togglePing } from '../service/notify-me.ts';
import { proposeKinds, test } from './test.ts';

export const commands = [
  /** The button under a message that gives people its ping role, or removes the role again. */
  defineCommand({ kind: 'component', id: NOTIFY_ME, isPrivate: true, run: (ctx, call) => togglePing(ctx, call) }),
  /** The button that announces a stream that was already live when its creator was added. */
  defineCommand({
    kind: 'component',
    id: POST_NOW,
    isPrivate: true,
    permissions: ['ManageGuild'],
    run: async (ctx, call) => {
      const row = await findPicked(ctx, call, call.args[0]);
      const id = await findUntold(ctx, row);
      if (id === null) return privately(say(ctx.locale, 'notifications.postedAlready'));
      return privately(await postNow(ctx, serverOf(call), id));
    },
  }),
  defineCommand({
    kind: 'slash',
    name: 'setup',
    about: 'commands.setup',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'test',
        about: 'commands.setupTest',
        isPrivate: true,
        options: [
          streamerOption(),
          {
            name: 'kind',
            about: 'commands.optionTestKind',
            type: 'text',
            max: 20,
            complete: proposeKinds,
          },
        ],
        run: test,
      },
    ],
  }),
];
