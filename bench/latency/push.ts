import { createHmac, randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';

export interface Push {
  readonly headers: Record<string, string | number>;
  readonly body: string;
}

type PushType = 'stream.online' | 'stream.offline' | 'channel.update';

/** Returns a push that is signed as Twitch does it. */
export function pushOf(secret: string, channel: number, type: PushType): Push {
  const about = {
    broadcaster_user_id: `${channel}`,
    broadcaster_user_login: `c${channel}`,
    broadcaster_user_name: `C ${channel}`,
  };
  const [id, timestamp] = [randomUUID(), new Date().toISOString()];
  const more = {
    'stream.online': { id: `${Date.now()}${channel}`, type: 'live', started_at: timestamp },
    'stream.offline': {},
    'channel.update': {
      title: id,
      language: 'en',
      category_id: '1',
      category_name: 'Chess',
      content_classification_labels: [],
    },
  };
  const body = JSON.stringify({ subscription: { type }, event: { ...about, ...more[type] } });
  const signature = createHmac('sha256', secret).update(id).update(timestamp).update(body).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'twitch-eventsub-message-id': id,
      'twitch-eventsub-message-type': 'notification',
      'twitch-eventsub-message-timestamp': timestamp,
      'twitch-eventsub-message-signature': `sha256=${signature}`,
      'twitch-eventsub-subscription-type': type,
    },
  };
}

/** Resolves when the push is acknowledged. */
export function send(url: string, agent: Agent, { headers, body }: Push): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/webhooks/twitch`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        (answer.statusCode ?? 500) < 300 ? resolve() : reject(new Error(`refused: ${answer.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}
