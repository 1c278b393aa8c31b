import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('a message', () => {
  test('of a bot stands in the channel of whoever the token belongs to, with the badge of bots for once', async () => {
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

  test('of the app itself, of nobody, and without the scope is refused', async () => {
    const message = { type: 'bot', content: 'hi' };
    expect(await write(message, await kick.appToken())).toMatchObject({
      status: 401,
      json: { data: {}, message: 'Unauthorized' },
    });
    expect((await write(message, 'made up')).status).toBe(401);
    expect((await write(message, await kick.userToken('xqc', 'user:read'))).status).toBe(403);
  });

  test('that comes while there are too many says when to come back', async () => {
    kick.control('trouble', { kind: 'limit', minutes: 1 });
    const { status, headers } = await write({ type: 'bot', content: 'hi' });
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    kick.control('calm');
  });
});
