/** https://dev.twitch.tv/docs/api/reference/#send-chat-message */
import { z } from 'zod';
import { type Answer, answerJson, badRequest, type Call, Refusal, unauthorized } from '../call.ts';
import { speak, writerOf } from '../irc/speak.ts';
import { isModerator } from '../ranks.ts';
import { hasAllowed } from '../tokens.ts';
import type { Person, Token, TwitchWorld } from '../world.ts';
import type { HelixRoute } from './routes.ts';

const LONGEST = 500;
const SAME_WITHIN_MS = 30_000;

const Body = z.object({
  broadcaster_id: z.string().regex(/^\d+$/),
  sender_id: z.string().regex(/^\d+$/),
  message: z.string(),
  reply_parent_message_id: z.string().optional(),
  for_source_only: z.boolean().optional(),
});

export const chatMessageRoutes = (world: TwitchWorld): HelixRoute[] => [
  { method: 'POST', path: '/chat/messages', run: (call, token) => send(world, call, token) },
];

function send(world: TwitchWorld, call: Call, token: Token): Answer {
  const body = readBody(call);
  const [channel, sender] = [personOf(world, body.broadcaster_id), personOf(world, body.sender_id)];
  checkRight(world, token, { channel, sender });
  if (body.message === '') throw badRequest('Missing required parameter "message"');
  if (Array.from(body.message).length > LONGEST) throw new Refusal(422, 'The message is too large');
  const dropped = findDrop(world, channel, { sender, ...body });
  if (dropped) return answerJson(200, { data: [{ message_id: '', is_sent: false, drop_reason: dropped }] });
  const tags = replyTags(world, body.reply_parent_message_id);
  const { id } = speak(world, channel, { by: sender.login, text: body.message, tags });
  lastOf(world).set(`${channel.userId} ${sender.userId}`, { text: body.message, at: world.doors.now().getTime() });
  return answerJson(200, { data: [{ message_id: id, is_sent: true }] });
}

function readBody(call: Call): z.output<typeof Body> {
  let json: unknown;
  try {
    json = JSON.parse(call.body);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'the body is not JSON');
  }
  // Libraries put the ids in the URL. Both places are accepted.
  const read = Body.safeParse({ ...Object.fromEntries(call.query), ...Object(json) });
  if (!read.success) throw badRequest(`The parameter "${read.error.issues[0]?.path.join('.')}" was malformed`);
  return read.data;
}

function personOf(world: TwitchWorld, id: string): Person {
  const person = world.people.get(id);
  if (!person) throw badRequest(`no user ${id}`);
  return person;
}

/**
 * A person writes as themselves. The app writes as an account that authorized it, if the chat's owner or a rank there
 * allows it.
 */
function checkRight(
  world: TwitchWorld,
  token: Token,
  { channel, sender }: { readonly channel: Person; readonly sender: Person },
): void {
  if (token.userId !== null) {
    if (!token.scopes.includes('user:write:chat')) throw unauthorized('Missing scope: user:write:chat');
    if (token.userId !== sender.userId)
      throw unauthorized('The ID in sender_id must match the user ID found in the request’s OAuth token');
    return;
  }
  const isBot = hasAllowed(world, sender.userId, 'user:bot') && hasAllowed(world, sender.userId, 'user:write:chat');
  const isLetIn =
    channel === sender ||
    hasAllowed(world, channel.userId, 'channel:bot') ||
    isModerator(world, channel.userId, sender.userId);
  if (!isBot || !isLetIn) {
    throw new Refusal(403, "The sender is not permitted to send chat messages to the broadcaster's chat room.");
  }
}

type Last = Map<string, { readonly text: string; readonly at: number }>;
const lasts = new WeakMap<TwitchWorld, Last>();
function lastOf(world: TwitchWorld): Last {
  const last = lasts.get(world) ?? new Map();
  lasts.set(world, last);
  return last;
}

/**
 * The line is accepted but not shown. Twitch does not document the possible codes:
 * https://github.com/twitchdev/issues/issues/962
 */
function findDrop(
  world: TwitchWorld,
  channel: Person,
  about: { readonly sender: Person; readonly message: string; readonly reply_parent_message_id?: string | undefined },
): { readonly code: string; readonly message: string } | null {
  const last = lastOf(world).get(`${channel.userId} ${about.sender.userId}`);
  const isSame = last?.text === about.message && world.doors.now().getTime() - last.at < SAME_WITHIN_MS;
  if (isSame)
    return {
      code: 'msg_duplicate',
      message: 'Your message is identical to the one you sent less than 30 seconds ago.',
    };
  const parent = about.reply_parent_message_id;
  // https://github.com/twitchdev/issues/issues/896
  if (parent !== undefined && world.irc.said.get(parent)?.room !== channel.login)
    return { code: 'msg_rejected', message: 'Your message is being checked by mods and has not been sent.' };
  return null;
}

function replyTags(world: TwitchWorld, parent: string | undefined): Record<string, string> {
  const said = parent === undefined ? undefined : world.irc.said.get(parent);
  if (parent === undefined || !said) return {};
  const { userId, displayName, login } = writerOf(world, said.login);
  return {
    'reply-parent-msg-id': parent,
    'reply-parent-msg-body': said.text,
    'reply-parent-user-id': userId,
    'reply-parent-user-login': login,
    'reply-parent-display-name': displayName,
  };
}
