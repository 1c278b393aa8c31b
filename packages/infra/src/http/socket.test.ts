import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { silentLog, systemClock } from '@tally/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, type SocketCall } from './index.ts';

async function listen() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => server.close());
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function open(about: Pick<SocketCall, 'url'>) {
  const http = createHttp({
    clock: systemClock,
    log: silentLog,
    metrics: createMetrics({ withProcess: false }),
    allowedHosts: [],
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= http.close());
  onTestFinished(close);
  const opened = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<number>();
  const socket = http.socket({
    world: 'kick',
    ...about,
    opened: opened.resolve,
    heard: heard.resolve,
    ended: ended.resolve,
  });
  return { close, socket, opened: opened.promise, heard: heard.promise, ended: ended.promise };
}

test('both sides write, no Origin is sent, and the other side’s close code is reported', async () => {
  const { server, url } = await listen();
  server.on('connection', (other, { headers }) => {
    other.on('message', (text: Buffer) => {
      other.send(`${text.toString()} ${headers.origin ?? 'without an origin'}`);
      other.close(4_001);
    });
  });
  const { socket, opened, heard, ended } = open({ url });
  await opened;
  socket.send('hi');
  expect([await heard, await ended]).toEqual(['hi without an origin', 4_001]);
});

test('drops a connection that has gone silent', async () => {
  const { server, url } = await listen();
  const gone = new Promise((resolve) => {
    server.on('connection', (other) => {
      // The other side no longer reads, so it would never answer a close frame.
      other.on('close', resolve);
    });
  });
  const { close, opened } = open({ url });
  await opened;
  await close();
  await gone;
  expect(server.clients.size).toBe(0);
});

test('ends at once when nothing listens there', async () => {
  const { server, url } = await listen();
  server.close();
  await once(server, 'close');
  expect(await open({ url }).ended).toBe(1_006);
});

test.each(['wss://example.org', 'ws://example.org', 'https://127.0.0.1:1', 'http://127.0.0.1:1'])(
  '%s is not called',
  (url) => expect(() => open({ url })).toThrow('not called'),
);
