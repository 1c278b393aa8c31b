import type { PlatformDoors } from '@tally/kernel';
import { z } from 'zod';
import type { KickClient } from './client.ts';
import { KickSubscriptions } from './kick.external.ts';

const PATH = '/public/v1/events/subscriptions';
const events = ['chat.message.sent', 'moderation.banned'];
const Subscribed = z.object({ data: z.array(z.object({ error: z.string().nullish() })) });

/**
 * Chats are heard only while somebody has to be heard in them: an app may hold 1,000 of these subscriptions (10,000
 * once Kick has verified it), and a busy chat is a flood. https://docs.kick.com/events/introduction
 */
export async function hearChats(
  client: KickClient,
  { log }: Pick<PlatformDoors, 'log'>,
  channelIds: readonly string[],
): Promise<void> {
  for (const channelId of channelIds) {
    const heard = await listHeard(client, channelId);
    const missing = events.filter((name) => !heard.some(({ event }) => event === name));
    if (missing.length === 0) continue;
    const body = {
      events: missing.map((name) => ({ name, version: 1 })),
      method: 'webhook',
      broadcaster_user_id: Number(channelId),
    };
    const { data } = await client.post(PATH, body, Subscribed);
    const refused = data.filter(({ error }) => error);
    if (refused.length > 0) log.warn({ channelId, refused }, 'Kick does not let us hear a chat');
  }
}

export async function leaveChats(client: KickClient, channelIds: readonly string[]): Promise<void> {
  for (const channelId of channelIds) {
    const heard = await listHeard(client, channelId);
    if (heard.length > 0) await client.delete(PATH, { id: heard.map(({ id }) => id) });
  }
}

async function listHeard(client: KickClient, channelId: string) {
  const { data } = await client.get(PATH, { broadcaster_user_id: channelId }, KickSubscriptions);
  return data.filter(({ event }) => events.includes(event));
}
