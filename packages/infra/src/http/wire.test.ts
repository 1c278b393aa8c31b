import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openWire, type WireCall } from './index.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wire = openWire();
  closers.push(() => {
    wire.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (call: Partial<WireCall> = {}) =>
    wire.send({ url, method: 'POST', headers: {}, body: 'ping', timeoutMs: 5_000, ...call });
}

test('an answer arrives complete, with its status and headers', async () => {
  const send = await open((request, response) => {
    response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.writeHead(418, { 'X-Word': 'ü', 'x-url': request.url ?? '' });
    response.write('one ');
    request.pipe(response);
  });
  const { status, headers, body } = await send();
  expect({ status, word: headers['x-word'], path: headers['x-url'], text: body.toString() }).toEqual({
    status: 418,
    word: 'ü',
    path: '/',
    text: 'one ping',
  });
});

test('a time-out and an abort are errors', async () => {
  const send = await open(() => undefined);
  await expect(send({ timeoutMs: 50 })).rejects.toThrow(/timeout/i);
  const stop = new AbortController();
  const given = send({ signal: stop.signal });
  setImmediate(() => stop.abort(new Error('given up')));
  await expect(given).rejects.toThrow('given up');
  await expect(send({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
});

test('one without an end is not gathered', async () => {
  const send = await open((_request, response) => {
    const part = Buffer.alloc(1_000_000);
    const more = (): void => void (response.write(part) ? setImmediate(more) : response.once('drain', more));
    more();
  });
  await expect(send()).rejects.toThrow(/larger/);
});

test('an unreachable host is an error', async () => {
  const wire = openWire();
  const call = { url: 'http://127.0.0.1:1/x', method: 'GET', headers: {}, body: null, timeoutMs: 1_000 };
  await expect(wire.send(call)).rejects.toThrow(/ECONNREFUSED|bad port/);
  wire.close();
});
