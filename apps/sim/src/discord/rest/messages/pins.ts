import { Intent } from '../../gateway/intents.ts';
import { ApiError } from '../../rules/errors.ts';
import { dispatchInChannel, dispatchMessage } from '../../work/dispatch.ts';
import { createMessage } from '../../work/messages.ts';
import { enterPlace, findMessage } from '../find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from '../route.ts';
import { readable } from './messages.ts';

const MOST_PINS = 250;
const limit = bucket('pin', 5, 5);

/** Since early 2026, pinning needs PIN_MESSAGES. Both the new and the older paths are served. */
export const pinRoutes: readonly Route[] = [
  botRoute('GET /channels/:channel/messages/pins', { limit, major: 'channel' }, (call) => {
    const items = pinned(call).map((message) => ({
      pinned_at: message.edited_timestamp ?? message.timestamp,
      message: readable(call, message),
    }));
    return ok({ items, has_more: false });
  }),
  botRoute('GET /channels/:channel/pins', { limit, major: 'channel' }, (call) =>
    ok(pinned(call).map((message) => readable(call, message))),
  ),
  ...['/channels/:channel/messages/pins/:message', '/channels/:channel/pins/:message'].flatMap((path) => [
    botRoute(`PUT ${path}`, { limit, major: 'channel' }, (call) => setPinned(call, true)),
    botRoute(`DELETE ${path}`, { limit, major: 'channel' }, (call) => setPinned(call, false)),
  ]),
];

function pinned(call: BotCall) {
  const { channel } = enterPlace(call, 'READ_MESSAGE_HISTORY');
  return [...channel.messages.values()].filter((message) => message.pinned).toReversed();
}

function setPinned(call: BotCall, isPinned: boolean) {
  const { core } = call;
  const { channel } = enterPlace(call, 'PIN_MESSAGES');
  const message = findMessage(channel, call.params.message);
  if (message.pinned === isPinned) return nothing;
  if (isPinned && pinned(call).length >= MOST_PINS) throw new ApiError(30003);
  message.pinned = isPinned;
  const now = core.state.clock.now().toISOString();
  if (isPinned) channel.last_pin_timestamp = now;
  dispatchMessage(core, message, 'MESSAGE_UPDATE');
  const guild = channel.guildId ? { guild_id: channel.guildId } : {};
  dispatchInChannel(
    core,
    channel,
    'CHANNEL_PINS_UPDATE',
    { guild: Intent.GUILDS, direct: Intent.DIRECT_MESSAGES },
    {
      channel_id: channel.id,
      ...guild,
      last_pin_timestamp: channel.last_pin_timestamp,
    },
  );
  if (isPinned) {
    const reference = { type: 0, message_id: message.id, channel_id: channel.id, ...guild };
    createMessage(core, { channel, authorId: call.user.id, draft: { content: '' }, type: 6, reference });
  }
  return nothing;
}
