import { ApiError } from '../../rules/errors.ts';
import { userWire } from '../../state/wire.ts';
import { addReaction, clearReactions, findReaction, readEmoji, removeReaction } from '../../work/reactions.ts';
import { enterPlace, findMessage, need, readId, readLimit } from '../find.ts';
import { botRoute, bucket, nothing, ok, type Route } from '../route.ts';
import { mustBeOpen } from './archive.ts';

const BASE = '/channels/:channel/messages/:message/reactions';
const limit = bucket('reaction', 1, 0.25);

export const reactionRoutes: readonly Route[] = [
  botRoute(`PUT ${BASE}/:emoji/@me`, { limit, major: 'channel' }, (call) => {
    const { channel, permissions, guild } = enterPlace(call, 'READ_MESSAGE_HISTORY');
    mustBeOpen(channel);
    const message = findMessage(channel, call.params.message);
    const emoji = readEmoji(call.core, call.params.emoji ?? '');
    // The permission is needed only for a new emoji, not to join an existing reaction.
    if (!findReaction(message, emoji)) need(permissions, 'ADD_REACTIONS');
    if (emoji.id !== null && guild && !guild.emojis.has(emoji.id)) need(permissions, 'USE_EXTERNAL_EMOJIS');
    addReaction(call.core, { message, userId: call.user.id, emoji });
    return nothing;
  }),
  botRoute(`DELETE ${BASE}/:emoji/@me`, { limit, major: 'channel' }, (call) => {
    const message = findMessage(enterPlace(call).channel, call.params.message);
    removeReaction(call.core, { message, userId: call.user.id, emoji: readEmoji(call.core, call.params.emoji ?? '') });
    return nothing;
  }),
  botRoute(`DELETE ${BASE}/:emoji/:user`, { limit, major: 'channel' }, (call) => {
    const message = findMessage(enterPlace(call, 'MANAGE_MESSAGES').channel, call.params.message);
    removeReaction(call.core, {
      message,
      userId: call.params.user ?? '',
      emoji: readEmoji(call.core, call.params.emoji ?? ''),
    });
    return nothing;
  }),
  botRoute(`GET ${BASE}/:emoji`, { limit: bucket('reaction-list', 5, 5), major: 'channel' }, (call) => {
    const message = findMessage(enterPlace(call, 'READ_MESSAGE_HISTORY').channel, call.params.message);
    const reaction = findReaction(message, readEmoji(call.core, call.params.emoji ?? ''));
    if (!reaction) throw new ApiError(10014);
    const after = BigInt(readId(call.query, 'after') ?? '0');
    const users = [...reaction.users]
      .filter((id) => BigInt(id) > after)
      .sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
    const page = users.slice(0, readLimit(call.query, { standard: 25, most: 100 }));
    return ok(page.flatMap((id) => call.core.state.users.get(id) ?? []).map(userWire));
  }),
  botRoute(`DELETE ${BASE}`, { limit, major: 'channel' }, (call) => {
    clearReactions(call.core, findMessage(enterPlace(call, 'MANAGE_MESSAGES').channel, call.params.message));
    return nothing;
  }),
  botRoute(`DELETE ${BASE}/:emoji`, { limit, major: 'channel' }, (call) => {
    const message = findMessage(enterPlace(call, 'MANAGE_MESSAGES').channel, call.params.message);
    clearReactions(call.core, message, readEmoji(call.core, call.params.emoji ?? ''));
    return nothing;
  }),
];
