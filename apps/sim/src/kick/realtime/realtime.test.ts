import { once } from 'node:events';
import { Centrifuge } from 'centrifuge';
import pusherJs from 'pusher-js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestKick, type TestKick } from '../test-world.ts';

// The package's types describe another module than the one Node loads.
const Pusher = pusherJs as unknown as typeof pusherJs.default;

let kick: TestKick;
beforeEach(async () => {
  kick = await startTestKick();
});
afterEach(async () => await kick.close());

// The user id of xQc is 676.
const ROOM = 'chatrooms.2676.v2';
const web = async (path: string, body: object, origin = 'https://kick.com') => {
  const headers = { origin, 'content-type': 'application/json' };
  const answer = await fetch(`${kick.url}/kick/web/api/v1/realtime${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: (await answer.json()) as { data: never } };
};
const client = { id: '00000000-0000-4000-8000-000000000001', type: 'web' };
const negotiate = (...providers: string[]) =>
  web('/channels/1676/chat/connection', {
    client,
    capabilities: { accepted_providers: providers.map((provider) => ({ provider })) },
  });

/** Writes and deletes a chat line, which shows what clients receive. */
function happen(): string {
  const { message_id: id } = kick.control('chat', { who: 'xqc', by: 'late-latency', content: 'hi' }) as {
    message_id: string;
  };
  kick.control('delete-line', { who: 'xqc', id });
  kick.control('ban', { who: 'xqc', by: 'late-latency', minutes: 5 });
  kick.control('clear-chat', { who: 'xqc' });
  return id;
}
const expected = (id: string) => [
  ['App\\Events\\ChatMessageEvent', expect.objectContaining({ id, content: 'hi', chatroom_id: 2676 })],
  ['App\\Events\\MessageDeletedEvent', expect.objectContaining({ message: { id } })],
  ['App\\Events\\UserBannedEvent', expect.objectContaining({ permanent: false, duration: 5 })],
  ['App\\Events\\ChatroomClearEvent', []],
];

describe('centrifuge, as it is', () => {
  it('learns its address, gets a token, and receives lines, deletions and bans', async () => {
    const { json } = await negotiate('centrifugo', 'pusher');
    const { connections } = json.data as { connections: { provider: string; credentials: { url: string } }[] };
    expect(connections.map(({ provider }) => provider)).toEqual(['centrifugo']);
    const getToken = async () =>
      ((await web('/auth/connection', { client_id: client.id })).json.data as { token: string }).token;
    const centrifuge = new Centrifuge(connections[0]?.credentials.url ?? '', { websocket: WebSocket, getToken });
    onTestFinished(() => centrifuge.disconnect());
    const heard: unknown[] = [];
    const subscription = centrifuge.newSubscription(ROOM);
    subscription.on('publication', ({ data }) => heard.push([data.event, JSON.parse(data.data)]));
    subscription.subscribe();
    centrifuge.connect();
    await subscription.ready(10_000);
    const id = happen();
    await vi.waitFor(() => expect(heard).toEqual(expected(id)));
    const other = centrifuge.newSubscription('chatrooms.1.v2');
    const refused = new Promise((resolve) => other.on('unsubscribed', ({ code }) => resolve(code)));
    other.subscribe();
    expect(await refused).toBe(102);
  });
});

describe('pusher-js, as it is', () => {
  it('receives lines, deletions and bans', async () => {
    kick.control('realtime', { do: 'pusher' });
    const { json } = await negotiate('centrifugo', 'pusher');
    const [connection] = (json.data as { connections: { credentials: { app_key: string } }[] }).connections;
    const { hostname, port } = new URL(kick.url);
    const pusher = new Pusher(connection?.credentials.app_key ?? '', {
      cluster: 'us2',
      wsHost: hostname,
      wsPort: Number(port),
      wsPath: '/kick/pusher',
      forceTLS: false,
      enabledTransports: ['ws'],
      disableStats: true,
    });
    onTestFinished(() => pusher.disconnect());
    const heard: unknown[] = [];
    const channel = pusher.subscribe(ROOM);
    channel.bind_global((event: string, data: unknown) => {
      if (event.startsWith('App')) heard.push([event, data]);
    });
    await new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
    const id = happen();
    await vi.waitFor(() => expect(heard).toEqual(expected(id)));
  });
});

describe('surprises', () => {
  const open = (path: string, origin?: string) => {
    const socket = new WebSocket(`${kick.url.replace('http', 'ws')}/kick${path}`, origin ? { origin } : {});
    onTestFinished(() => socket.terminate());
    return socket;
  };

  it.each(['/realtime/connection/websocket', '/pusher/app/32cbd69e4b950bf97679'])(
    '%s turns away other sites',
    async (path) => {
      const [error] = await once(open(path, 'https://example.org'), 'error');
      expect(String(error)).toContain('403');
      await once(open(path, 'https://kick.com'), 'open');
      await once(open(path), 'open');
    },
  );

  it('a client with another protocol gets no address; other sites are refused', async () => {
    expect((await negotiate('pusher')).json.data).toMatchObject({ connections: [] });
    expect((await web('/connection', { client }, 'https://example.org')).status).toBe(403);
    expect((await web('/connection', {})).status).toBe(422);
  });

  it('a made-up token ends the connection for good, an unknown key too', async () => {
    const socket = open('/realtime/connection/websocket');
    await once(socket, 'open');
    socket.send('{"id":1,"connect":{"token":"made-up"}}');
    expect((await once(socket, 'close'))[0]).toBe(3500);
    const other = open('/pusher/app/unknown');
    expect((await once(other, 'close'))[0]).toBe(4001);
  });

  it('the last lines of a chat, newest first, by the number of its channel', async () => {
    for (const content of ['one', 'two']) kick.control('chat', { who: 'xqc', by: 'late-latency', content });
    const { json } = await kick.get('/site/api/v2/channels/1676/messages');
    expect((json as { data: { messages: { content: string }[] } }).data.messages.map(({ content }) => content)).toEqual(
      ['two', 'one'],
    );
    expect((await kick.get('/site/api/v2/channels/xqc/messages')).status).toBe(404);
  });
});
