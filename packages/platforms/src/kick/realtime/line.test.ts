import type { SocketCall } from '@tally/infra/http';
import { minutes, seconds } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { describe, expect, it } from 'vitest';
import { openCentrifugo } from './centrifugo.ts';
import type { End, LineDoors } from './line.ts';
import { openPusher } from './pusher.ts';

/** Opens one of the two protocols on a socket that only the test writes to. */
function open(speak: typeof openCentrifugo) {
  const timers = testTimers();
  const said: unknown[] = [];
  const told: unknown[] = [];
  const ends: End[] = [];
  const refused: string[] = [];
  let call: SocketCall | undefined;
  let tokens = 0;
  const http = {
    socket: (about: SocketCall) => {
      call = about;
      return { send: (text: string) => text.split('\n').forEach((each) => said.push(JSON.parse(each))), close() {} };
    },
  };
  const line = speak(
    { http, timers } as unknown as LineDoors,
    { url: 'ws://127.0.0.1:1', getToken: async () => `token ${(tokens += 1)}` },
    {
      ready: () => told.push('ready'),
      told: (...all) => told.push(all),
      refused: (room) => refused.push(room),
      lost: (end) => ends.push(end),
    },
  );
  return {
    timers,
    said,
    told,
    ends,
    refused,
    line,
    hear: (...lines: (object | string)[]) =>
      call?.heard(lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')),
    opened: async () => {
      call?.opened();
      await timers.pass(0);
    },
    end: (code: number) => call?.ended(code),
  };
}

describe('Centrifugo', () => {
  const connected = async () => {
    const own = open(openCentrifugo);
    await own.opened();
    own.hear({ id: 1, connect: { client: 'c', expires: true, ttl: 2_700, ping: 25, pong: true } });
    return own;
  };

  it('a token is renewed before it ends, again and again', async () => {
    const { said, hear, timers, ends } = await connected();
    for (let second = 0; second < 5_400; second += 20) {
      await timers.pass(seconds(20));
      hear('{}');
      const asked = said.at(-2) as { id?: number; refresh?: object } | undefined;
      if (asked?.refresh) hear({ id: asked.id, refresh: { client: 'c', expires: true, ttl: 2_700 } });
    }
    expect(said.filter((each) => Object.keys(each as object).length > 0)).toEqual([
      { id: 1, connect: { token: 'token 1', name: 'js' } },
      { id: 2, refresh: { token: 'token 2' } },
      { id: 3, refresh: { token: 'token 3' } },
    ]);
    expect(ends).toEqual([]);
  });

  it('answers a ping, and ignores foreign and broken frames', async () => {
    const { said, told, hear } = await connected();
    const pub = { data: { event: 'App\\Events\\ChatMessageEvent', data: '{"id":"1"}' } };
    hear('{}', 'no json', '[1]', { push: { channel: 'a' } }, { push: { channel: 'a', pub } }, { id: 99 });
    expect(said.at(-1)).toEqual({});
    expect(told).toEqual(['ready', ['a', 'ChatMessageEvent', { id: '1' }]]);
  });

  it('names a room that refuses us, and joins the others', async () => {
    const { line, said, hear, refused } = await connected();
    line.join(['a', 'b']);
    expect(said.slice(-2)).toEqual([
      { id: 2, subscribe: { channel: 'a' } },
      { id: 3, subscribe: { channel: 'b' } },
    ]);
    hear({ id: 2, error: { code: 102, message: 'unknown channel' } }, { id: 3, subscribe: {} });
    expect(refused).toEqual(['a']);
  });

  it('reports silence as the end, once', async () => {
    const { timers, ends, end } = await connected();
    await timers.pass(seconds(34));
    expect(ends).toEqual([]);
    await timers.pass(seconds(2));
    end(1006);
    expect(ends).toEqual(['usual']);
  });

  it.each([
    [1006, 'usual'],
    [3005, 'usual'],
    [3500, 'final'],
    [4000, 'usual'],
    [4501, 'final'],
  ])('closed with %i: %s', async (code, expected) => {
    const { end, ends } = await connected();
    end(code);
    expect(ends).toEqual([expected]);
  });
});

describe('Pusher', () => {
  const connected = () => {
    const own = open(openPusher);
    own.hear({ event: 'pusher:connection_established', data: '{"socket_id":"1.2","activity_timeout":120}' });
    return own;
  };

  it('a quiet one is asked for a sign of life, and given up without one', async () => {
    const { timers, said, hear, ends } = connected();
    await timers.pass(seconds(121));
    expect(said).toEqual([{ event: 'pusher:ping', data: {} }]);
    hear({ event: 'pusher:pong', data: '{}' });
    await timers.pass(minutes(2) + seconds(29));
    expect(ends).toEqual([]);
    await timers.pass(seconds(2));
    expect(ends).toEqual(['usual']);
  });

  it.each([
    [1006, 'usual'],
    [4001, 'final'],
    [4100, 'usual'],
    [4201, 'at once'],
  ])('closed with %i: %s', (code, expected) => {
    const { end, ends } = connected();
    end(code);
    expect(ends).toEqual([expected]);
  });
});
