import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Sim, startSim } from '../start.ts';
import { botId, keys } from './world.ts';

/** These tests check the deliveries of top.gg that our receiver gets. */
let sim: Sim;
let app: Server;
let heard: { headers: IncomingHttpHeaders; body: string }[];
let answers: number[];
const ann = '100000000000000001';
const act = (name: string, body: object = {}) => sim.worlds.get('topgg')?.controls[name]?.(body);
interface State {
  readonly deliveries: readonly { outcome: string; attempts: number }[];
}
const lastPush = () => (sim.worlds.get('topgg')?.summary() as State | undefined)?.deliveries[0];

beforeEach(async () => {
  [heard, answers] = [[], []];
  sim = await startSim();
  app = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      heard.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
      res.writeHead(answers.shift() ?? 200).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => app.once('listening', done));
  act('callback', { url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/` });
});
afterEach(async () => {
  app.closeAllConnections();
  app.close();
  await sim.close();
});
const hear = async (count: number) => {
  await vi.waitFor(() => expect(heard).toHaveLength(count), 30_000);
  const last = heard.at(-1);
  return { headers: last?.headers ?? {}, text: last?.body ?? '', body: JSON.parse(last?.body ?? '') as object };
};

/** Checks a signature as documented: https://docs.top.gg/webhooks/overview */
function isGenuine(header: string, text: string, secret: string): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  return createHmac('sha256', secret).update(`${t}.${text}`).digest('hex') === v1;
}

it('v1 is signed over the very bytes, names bot and voter, and weighs twice from Friday to Sunday', async () => {
  act('vote', { user: ann });
  const { headers, text, body } = await hear(1);
  const header = String(headers['x-topgg-signature']);
  expect([isGenuine(header, text, keys.secret), isGenuine(header, `${text} `, keys.secret)]).toEqual([true, false]);
  expect(headers['x-topgg-trace']).toBeTruthy();
  expect(headers.authorization).toBeUndefined();
  const isLong = [0, 5, 6].includes(sim.clock.now().getUTCDay());
  expect(body).toMatchObject({
    type: 'vote.create',
    data: { weight: isLong ? 2 : 1, project: { type: 'bot', platform_id: botId }, user: { platform_id: ann } },
  });
  act('test', { user: ann });
  expect((await hear(2)).body).toMatchObject({ type: 'webhook.test', data: { user: { platform_id: ann } } });
  act('forge', { user: ann });
  const forged = await hear(3);
  expect(isGenuine(String(forged.headers['x-topgg-signature']), forged.text, keys.secret)).toBe(false);
});

it('v0 shows its password and has no ids', async () => {
  act('version', { version: 'v0' });
  act('vote', { user: ann });
  const { headers, body } = await hear(1);
  expect(headers.authorization).toBe(keys.password);
  expect(headers['x-topgg-signature']).toBeUndefined();
  expect(body).toEqual({ bot: botId, user: ann, type: 'upvote', isWeekend: expect.any(Boolean), query: '' });
});

it('no person votes twice within 12 hours, on the page either', async () => {
  const page = async () => (await fetch(`${sim.url}/topgg/bot/${botId}/vote?as=${ann}`)).status;
  expect([await page(), await page()]).toEqual([200, 409]);
  await expect(async () => act('vote', { user: ann })).rejects.toThrow('They have voted');
  sim.clock.advance(12 * 3_600_000);
  expect(await page()).toBe(200);
  expect((await fetch(`${sim.url}/topgg/bot/123456/vote?as=${ann}`)).status).toBe(404);
  await hear(2);
});

it('a 4xx ends it; after a 5xx it is repeated', async () => {
  answers = [400, 503, 200];
  act('vote', { user: ann });
  await vi.waitFor(() => expect(lastPush()?.outcome).toBe('refused'), 30_000);
  act('again');
  await vi.waitFor(() => expect(lastPush()).toMatchObject({ outcome: 'delivered', attempts: 2 }), { timeout: 30_000 });
  expect(heard).toHaveLength(3);
});
