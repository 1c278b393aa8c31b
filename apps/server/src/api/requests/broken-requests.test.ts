import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { as, sampleApi, serverId } from '../sample.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** Sends raw bytes and reads until the server closes the connection. */
async function send(about: {
  text: string;
  requestTimeoutMs?: number;
}): Promise<{ head: string; status: number; envelope: unknown }> {
  const { text, requestTimeoutMs = 5000 } = about;
  app = await sampleApi({ options: { requestTimeoutMs } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const answer = await new Promise<string>((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (said += chunk.toString()));
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, status: Number(head.split(' ')[1]), envelope: JSON.parse(body) };
}
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;

test.each([
  ['bytes that are not HTTP', '\x16\x03\x01 garbage\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: nameless\r\n\r\n', 400],
  ['headers of 100 KB', get('/open', `x-long: ${'a'.repeat(100_000)}\r\n`), 413],
  ['an address of 30 KB', get(`/open?cursor=${'a'.repeat(30_000)}`), 413],
  ['an address of 10 KB', get(`/${'a'.repeat(10_000)}`), 404],
  ['a parameter of 2 KB', get(`/data/${serverId}/${'a'.repeat(2000)}`, 'authorization: ada\r\n'), 400],
  ['a broken percent sign', get('/data/%E0%A4%A/errors'), 400],
  ['a method that is none', 'NONSENSE / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['a method that nothing has', `PROPFIND /open HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 404],
  ['two lengths', 'POST /open HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
])('%s', async (_name, text, expected) => {
  const { head, status, envelope } = await send({ text });
  expect(envelope).toEqual({
    status: expected,
    error: expect.any(String),
    code: expect.any(String),
    requestId: expect.stringMatching(/^[\w-]{8}-\w{4}$/),
  });
  expect(status).toBe(expected);
  expect(head).toMatch(/content-security-policy: default-src 'none'/i);
  expect(head).not.toMatch(/x-powered-by|^server:/im);
});

test('cuts off a body that never ends', async () => {
  const text = `POST /echo/${serverId} HTTP/1.1\r\nhost: x\r\nauthorization: ada\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"na`;
  const { status, envelope } = await send({ text, requestTimeoutMs: 300 });
  expect(status).toBe(400);
  expect(envelope).toMatchObject({ status: 400, code: 'badRequest' });
});

test('aborts the work for a client that disconnects', async () => {
  let left: Promise<string> | undefined;
  const started = Promise.withResolvers<void>();
  app = await sampleApi({
    handlers: {
      mine: async (_ctx, { signal }) => {
        left = new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve(String(signal.reason)), { once: true }),
        );
        started.resolve();
        await left;
        return { at: new Date(0), bits: 0n, rate: 0 };
      },
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const leaving = new AbortController();
  const asked = fetch(`http://127.0.0.1:${port}/@me`, { headers: as('ada'), signal: leaving.signal });
  await started.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  expect(await left).toContain('went away');
});

test('stopping finishes running requests, ends endless streams, and accepts nothing new', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let isStreamClosed = false;
  app = await sampleApi({
    handlers: {
      mine: async () => {
        begun.resolve();
        await release.promise;
        return { at: new Date(0), bits: 0n, rate: 7 };
      },
      events: async (_ctx, { signal }) => ({
        events: (async function* () {
          try {
            yield { n: 1 };
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          } finally {
            isStreamClosed = true;
          }
        })(),
      }),
    },
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const slow = fetch(`${base}/@me`, { headers: as('ada') });
  const stream = await fetch(`${base}/events`);
  await begun.promise;
  const closed = app.close();
  expect(await stream.text()).toContain('data: {"n":1}');
  await expect(fetch(`${base}/open`)).rejects.toThrow('fetch failed');
  release.resolve();
  expect(await (await slow).json()).toMatchObject({ data: { rate: 7 } });
  await closed;
  expect(isStreamClosed).toBe(true);
});

test('stopping waits for work whose caller has disconnected', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let isDone = false;
  app = await sampleApi({
    handlers: {
      mine: async () => {
        begun.resolve();
        await release.promise;
        isDone = true;
        return { at: new Date(0), bits: 0n, rate: 0 };
      },
    },
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const asked = fetch(`${base}/@me`, { headers: as('ada'), signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  const closed = app.close().then(() => isDone);
  release.resolve();
  expect(await closed).toBe(true);
});
