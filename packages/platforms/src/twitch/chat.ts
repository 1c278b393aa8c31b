import { type PlatformDoors, type ToWrite, UpstreamError, type Written } from '@tally/kernel';
import { cutTo } from '../text.ts';
import type { TwitchClient } from './client.ts';
import { openWay, path, type Way, workingStates } from './subscribe.ts';
import { TwitchAges, TwitchHeard, TwitchSent, TwitchSubscribed } from './twitch.external.ts';

/** https://dev.twitch.tv/docs/api/reference/#send-chat-message */
const LONGEST_MESSAGE = 500;
const type = 'channel.chat.message';

interface Bot {
  readonly client: TwitchClient;
  readonly doors: PlatformDoors;
  /** The account that reads and writes in chats. */
  readonly botId: string;
}

/**
 * Subscribes to the lines of these chats. The bot has allowed us to read and write as it (`user:read:chat`,
 * `user:write:chat`, `user:bot`), and the owner of the chat has let it in (`channel:bot`):
 * https://dev.twitch.tv/docs/chat/authenticating/.
 * Subscriptions that people have authorized cost nothing, so their number is unlimited. Safe to repeat.
 */
export async function hearChats(bot: Bot, channelIds: readonly string[]): Promise<readonly string[]> {
  const way = await openWay(bot.client, bot.doors);
  const refused: string[] = [];
  for (const channelId of channelIds) {
    const heard = await listHeard(bot, { channelId, way });
    if (heard.some(({ status }) => workingStates.has(status))) continue;
    const condition = { broadcaster_user_id: channelId, user_id: bot.botId };
    try {
      await bot.client.post(path, { type, version: '1', condition, transport: way.transport }, TwitchSubscribed);
    } catch (error) {
      // 409 means that another process has just created the same subscription. 403 means that the chat's owner or the
      // bot has revoked the permission.
      if (!(error instanceof UpstreamError) || (error.status !== 409 && error.status !== 403)) throw error;
      if (error.status === 409) continue;
      refused.push(channelId);
      bot.doors.log.warn({ channelId }, 'Twitch refused a chat subscription');
    }
  }
  return refused;
}

export async function leaveChats(bot: Bot, channelIds: readonly string[]): Promise<void> {
  const way = await openWay(bot.client, bot.doors);
  for (const channelId of channelIds) {
    for (const { id } of await listHeard(bot, { channelId, way })) await bot.client.delete(path, { id });
  }
}

/** Filters by channel, because Twitch allows one filter, and a channel has few subscriptions. */
async function listHeard({ client, botId }: Bot, about: { readonly channelId: string; readonly way: Way }) {
  const { channelId, way } = about;
  const query = { user_id: channelId };
  const { data } = await client.get(path, query, TwitchHeard);
  return data.filter(
    (each) =>
      each.type === type &&
      each.condition.broadcaster_user_id === channelId &&
      each.condition.user_id === botId &&
      way.isOurs(each.transport),
  );
}

/** Writes as the bot with the app's own token: https://dev.twitch.tv/docs/api/reference/#send-chat-message */
export async function writeInChat({ client, botId }: Bot, { channelId, text, replyTo }: ToWrite): Promise<Written> {
  const message = cutTo(text, LONGEST_MESSAGE);
  const reply = replyTo === null ? {} : { reply_parent_message_id: replyTo };
  try {
    const body = { broadcaster_id: channelId, sender_id: botId, message, ...reply };
    const { data } = await client.post('/chat/messages', body, TwitchSent);
    // Twitch does not document the codes: https://github.com/twitchdev/issues/issues/962
    return data[0]?.is_sent ? { state: 'written' } : { state: 'dropped', reason: data[0]?.drop_reason?.code ?? '' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.status === 401 || error.status === 403) return { state: 'denied' };
    if (error.status === 400 || error.status === 422) return { state: 'dropped', reason: error.message };
    throw error;
  }
}

export async function findAccountAge(client: TwitchClient, accountId: string): Promise<Date | null> {
  const { data } = await client.get('/users', { id: accountId }, TwitchAges);
  return data[0]?.created_at ?? null;
}
