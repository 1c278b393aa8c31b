import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tidyRawRequests } from './raw-requests.ts';

const seen: IncomingMessage[] = [];
const said: string[] = [];
const server = createServer((incoming, answer) => {
  seen.push(incoming);
  answer.end();
});
beforeAll(async () => {
  tidyRawRequests({ trustsProxy: false, warn: (text) => said.push(text) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(seen.at(-1)));
    })
      .on('error', reject)
      .end();
  });

it('a visitor cannot choose the address that we count them by', async () => {
  const incoming = await ask('/', { 'x-forwarded-for': '203.0.113.5', accept: 'text/html' });
  expect([incoming?.headers['x-forwarded-for'], incoming?.headers.accept]).toEqual([undefined, 'text/html']);
});

it('a proxy that is not believed is named once, and marked for the doctor', async () => {
  for (let time = 0; time < 2; time += 1) {
    const incoming = await ask('/', { 'x-forwarded-for': '203.0.113.5' });
    expect(incoming?.headers['x-forwarded-unread']).toBe('true');
  }
  expect(said).toEqual([expect.stringContaining('set TRUST_PROXY=true')]);
  const direct = await ask('/', { 'x-forwarded-unread': 'true' });
  expect(direct?.headers['x-forwarded-unread']).toBeUndefined();
});

it.each([
  ['/%', '/%25'],
  ['/api/tally/%zz?a=%zz', '/api/tally/%25zz?a=%zz'],
  ['/%ff/a%20b', '/%25ff/a%2520b'],
  ['/data/files/a%2Fb?q=%20', '/data/files/a%2Fb?q=%20'],
])('%s is read as %s', async (path, read) => expect((await ask(path))?.url).toBe(read));
