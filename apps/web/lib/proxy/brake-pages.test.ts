import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brakePages } from './brake-pages.ts';

/** Simulates Next's server. The test decides when a request's handler ends. */
const begun: { url: string; end: () => void }[] = [];
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  begun.push({ url: request.url ?? '', end: () => response.end('page') });
});
beforeAll(async () => {
  brakePages({ trustsProxy: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    }).on('error', reject);
  });
const urls = () => begun.map(({ url }) => url);

it('pages of strangers wait for each other; calls, files and people with a session do not', async () => {
  const strangers = ['/', '/blog', '/faq', '/docs', '/premium'].map((path, at) =>
    ask(path, { 'x-forwarded-for': `203.0.113.${at}` }),
  );
  await vi.waitFor(() => expect(urls()).toHaveLength(4), 30_000);
  const others = [ask('/api/tally/status'), ask('/icon.svg'), ask('/dashboard', { cookie: 'a=b; token=abc' })];
  await vi.waitFor(() => expect(urls()).toHaveLength(7), 30_000);
  expect(urls()).toEqual(expect.arrayContaining(['/api/tally/status', '/icon.svg', '/dashboard']));
  begun[0]?.end();
  await vi.waitFor(() => expect(urls()).toHaveLength(8), 30_000);
  for (const { end } of begun.splice(0)) end();
  for (const { status } of await Promise.all([...strangers, ...others])) expect(status).toBe(200);
});

it('a visitor with too many requests gets an explanation in their language', async () => {
  const asked = Array.from({ length: 25 }, () =>
    ask('/', { 'x-forwarded-for': '198.51.100.1', 'accept-language': 'ar' }),
  );
  const { status, text } = await Promise.race(asked);
  expect([status, text]).toEqual([503, 'الخدمة غير جاهزة الآن. يرجى المحاولة بعد قليل.']);
  const all = Promise.all(asked);
  const timer = setInterval(() => begun.splice(0).forEach(({ end }) => end()), 1);
  const statuses = (await all).map((each) => each.status);
  clearInterval(timer);
  expect(statuses.filter((each) => each === 503)).toHaveLength(1);
});
