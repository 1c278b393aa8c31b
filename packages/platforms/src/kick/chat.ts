import { type PlatformDoors, type ToWrite, UpstreamError, type Written } from '@tally/kernel';
import { z } from 'zod';
import { cutTo } from '../text.ts';
import type { KickClient } from './client.ts';
import { KickSubscriptions } from './kick.external.ts';
import { subscriptionsPath } from './push.ts';

const BANS = 'moderation.banned';
const events = ['chat.message.sent', BANS];
const Subscribed = z.object({ data: z.array(z.object({ error: z.string().nullish() })) });

/**
 * Subscribes to chats only while a feature needs them: an app may hold 1,000 of these subscriptions (10,000 once Kick
 * has verified it), and a busy chat is a flood. https://docs.kick.com/events/introduction
 */
export async function hearChats(
  client: KickClient,
  { log }: Pick<PlatformDoors, 'log'>,
  channelIds: readonly string[],
): Promise<readonly string[]> {
  const notHeard: string[] = [];
  for (const channelId of channelIds) {
    const heard = await listHeard(client, channelId);
    const missing = events.filter((name) => !heard.some(({ event }) => event === name));
    if (missing.length === 0) continue;
    const body = {
      events: missing.map((name) => ({ name, version: 1 })),
      method: 'webhook',
      broadcaster_user_id: Number(channelId),
    };
    const refused = await subscribe(client, body);
    if (refused === null) continue;
    notHeard.push(channelId);
    log.warn({ channelId, refused }, 'Kick refused a chat subscription');
  }
  return notHeard;
}

/** Returns the refusal with its reason, or null if all subscriptions were accepted. */
async function subscribe(client: KickClient, body: unknown): Promise<unknown> {
  try {
    const { data } = await client.post(subscriptionsPath, body, Subscribed);
    const refused = data.filter(({ error }) => error);
    return refused.length > 0 ? refused : null;
  } catch (error) {
    // Kick reports "event subscription limit reached", or the channel no longer exists.
    if (error instanceof UpstreamError && error.status === 400) return error.message;
    throw error;
  }
}

/** https://docs.kick.com/apis/chat */
const LONGEST_MESSAGE = 500;
const Sent = z.object({ data: z.object({ is_sent: z.boolean() }) });

/**
 * Writes as the bot of the token's owner, into their own channel. The app's token may not write
 * (https://github.com/KickEngineering/KickDevDocs/issues/383).
 */
export async function writeInChat(
  { http, config }: PlatformDoors,
  { text, replyTo, accessToken }: ToWrite,
): Promise<Written> {
  if (accessToken === null) return { state: 'denied' };
  const content = cutTo(text, LONGEST_MESSAGE);
  const json = { type: 'bot', content, ...(replyTo === null ? {} : { reply_to_message_id: replyTo }) };
  const headers = { authorization: `Bearer ${accessToken}` };
  try {
    const url = `${config.kick.apiUrl}/public/v1/chat`;
    const { data } = await http.json({ world: 'kick', url, method: 'POST', headers, body: { json } }, Sent);
    return data.data.is_sent ? { state: 'written' } : { state: 'dropped', reason: 'not sent' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // A 401 concerns the token, which the caller may renew.
    if (error.status === 403) return { state: 'denied' };
    // A 404 means that the message to which we reply no longer exists.
    if (error.status === 400 || error.status === 404) return { state: 'dropped', reason: error.message };
    throw error;
  }
}

export async function leaveChats(
  client: KickClient,
  channelIds: readonly string[],
  logged: ReadonlySet<string>,
): Promise<void> {
  for (const channelId of channelIds) {
    const all = await listHeard(client, channelId);
    const heard = logged.has(channelId) ? all.filter(({ event }) => event !== BANS) : all;
    if (heard.length > 0) await client.delete(subscriptionsPath, { id: heard.map(({ id }) => id) });
  }
}

async function listHeard(client: KickClient, channelId: string) {
  const { data } = await client.get(subscriptionsPath, { broadcaster_user_id: channelId }, KickSubscriptions);
  return data.filter(({ event }) => events.includes(event));
}
