import { defineCommand } from '@tally/discord/interactions';
import { NOTIFY_ME } from '../render/message.ts';
import { togglePing } from '../service/streamers/notify-me.ts';
import { setup, setupButtons } from './setup.ts';

export const commands = [
  /** The button under a message that gives people its ping role, or takes it away again. */
  defineCommand({ kind: 'component', id: NOTIFY_ME, isPrivate: true, run: (ctx, call) => togglePing(ctx, call) }),
  setup,
  ...setupButtons,
];
