import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { hearChats, writeInChat } from './chat.ts';
import type { KickClient } from './client.ts';

const trouble = (status: number) =>
  new UpstreamError({ world: 'kick', kind: 'odd', message: `answered ${status}`, status });
const about = { channelId: '1', text: 'hi', replyTo: 'm1', accessToken: 'token' };

function doorsOf(answer: unknown) {
  const calls: { headers: unknown; body: unknown }[] = [];
  const http = {
    json: async (
      { headers, body }: { headers: unknown; body: unknown },
      schema: { parse(value: unknown): unknown },
    ) => {
      calls.push({ headers, body });
      if (answer instanceof Error) throw answer;
      return { data: schema.parse(answer) };
    },
  };
  return { doors: { http, config: { kick: { apiUrl: 'https://api.example' } } } as unknown as PlatformDoors, calls };
}

describe('writing', () => {
  it('writes as the bot of the token’s owner', async () => {
    const { doors, calls } = doorsOf({ data: { is_sent: true, message_id: 'x' }, message: 'OK' });
    expect(await writeInChat(doors, about)).toEqual({ state: 'written' });
    expect(calls).toEqual([
      {
        headers: { authorization: 'Bearer token' },
        body: { json: { type: 'bot', content: 'hi', reply_to_message_id: 'm1' } },
      },
    ]);
  });

  it('without a token is not tried', async () => {
    const { doors, calls } = doorsOf({});
    expect(await writeInChat(doors, { ...about, accessToken: null })).toEqual({ state: 'denied' });
    expect(calls).toEqual([]);
  });

  it.each([
    [{ data: { is_sent: false } }, 'dropped'],
    [trouble(400), 'dropped'],
    [trouble(404), 'dropped'],
    [trouble(403), 'denied'],
  ])('%j', async (answer, state) => {
    expect(await writeInChat(doorsOf(answer).doors, about)).toMatchObject({ state });
  });

  it.each([401, 429, 500])('leaves %i to the caller, who renews or retries', async (status) => {
    await expect(writeInChat(doorsOf(trouble(status)).doors, about)).rejects.toThrow(`answered ${status}`);
  });
});

it('reports a chat that Kick refuses, and subscribes to the others', async () => {
  const answers: unknown[] = [
    trouble(400),
    { data: [{ error: 'unknown broadcaster' }] },
    { data: [{ error: '' }, { error: '' }] },
  ];
  const client = {
    get: async () => ({ data: [] }),
    post: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as KickClient;
  expect(await hearChats(client, { log: { warn: () => {} } } as never, ['1', '2', '3'])).toEqual(['1', '2']);
});
