import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chat } from '../../actions.ts';
import { pick, startTestKick, type TestKick } from '../test-world.ts';

let kick: TestKick;
let token: string;

beforeAll(async () => {
  kick = await startTestKick();
  token = await kick.userToken('xqc', 'user:read chat:write');
});
afterAll(() => kick.close());

const write = (json: unknown, by = token) => kick.send('POST', '/api/public/v1/chat', { token: by, json });
const XQC = 676;

describe('the view of a chat', () => {
  const view = (who = 'nordwind') => kick.control('chat-lines', { who }) as Chat;

  test('has the lines of people and apps, with badges and replies, until they are deleted', async () => {
    const say = (by: string, content: string) =>
      pick(kick.control('chat', { who: 'nordwind', by, content }), 'message_id');
    kick.control('badge', { who: 'nordwind', by: 'late-latency', badge: 'vip' });
    const asked = say('late-latency', '!request [emote:37226:KEKW]');
    const spam = say('moss-and-fern', 'buy now');
    const bot = await kick.userToken('nordwind', 'user:read chat:write');
    await write({ type: 'bot', content: 'It is in the queue', reply_to_message_id: asked }, bot);
    expect(view().lines.map(({ by, badges, text, replyTo }) => [by, badges, text, replyTo])).toEqual([
      ['late_latency', ['Vip'], '!request :KEKW:', null],
      ['moss_and_fern', [], 'buy now', null],
      ['Nordwind', ['Bot'], 'It is in the queue', 'late_latency'],
    ]);
    kick.control('delete-line', { who: 'nordwind', id: spam });
    expect(view().lines).toHaveLength(2);
    kick.control('clear-chat', { who: 'nordwind' });
    expect(view().lines).toEqual([]);
  });

  test('shows whether an app reads it', async () => {
    expect(view('xqc').isHeard).toBe(false);
    const json = { broadcaster_user_id: XQC, method: 'webhook', events: [{ name: 'chat.message.sent', version: 1 }] };
    await kick.send('POST', '/api/public/v1/events/subscriptions', { token: await kick.appToken(), json });
    expect([view('xqc').isHeard, view().isHeard]).toEqual([true, false]);
  });
});

describe('a message', () => {
  test("a bot's message appears in the channel of the token's owner, with the bot's badge", async () => {
    const { status, json } = await write({ type: 'bot', content: 'It is in the queue', broadcaster_user_id: 1 });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { data: { is_sent: true, message_id: expect.any(String) } },
    });
    const own = pick(kick.control('chat', { who: 'xqc', by: 'xqc', content: 'by hand' }), 'message_id');
    const answer = { type: 'bot', content: 'an answer', reply_to_message_id: own };
    expect((await write(answer)).status).toBe(200);
    expect(own).not.toBe(pick(json, 'data', 'message_id'));
  });

  test('of a person names the channel', async () => {
    expect((await write({ type: 'user', content: 'hi' })).status).toBe(400);
    expect((await write({ type: 'user', content: 'hi', broadcaster_user_id: XQC })).status).toBe(200);
  });

  test.each([
    [{ type: 'bot', content: '' }, 400],
    [{ type: 'bot', content: 'x'.repeat(501) }, 400],
    [{ type: 'bot' }, 400],
    [{ type: 'robot', content: 'hi' }, 400],
    [{ type: 'bot', content: 'hi', reply_to_message_id: 7 }, 400],
    [{ type: 'bot', content: 'hi', reply_to_message_id: 'gone' }, 404],
  ])('%j is refused with %i', async (json, status) => expect((await write(json)).status).toBe(status));

  test('a call by the app, without a login, or without the scope is refused', async () => {
    const message = { type: 'bot', content: 'hi' };
    expect(await write(message, await kick.appToken())).toMatchObject({
      status: 401,
      json: { data: {}, message: 'Unauthorized' },
    });
    expect((await write(message, 'made up')).status).toBe(401);
    expect((await write(message, await kick.userToken('xqc', 'user:read'))).status).toBe(403);
  });

  test('beyond the limit is refused with the time to wait', async () => {
    kick.control('trouble', { kind: 'limit', minutes: 1 });
    const { status, headers } = await write({ type: 'bot', content: 'hi' });
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    kick.control('calm');
  });
});
