import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seconds } from '@tally/kernel';
import { movedTimers } from '@tally/tests/timers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guardFetch } from './guard-fetch.ts';

let origin: string;
let asked = 0;
/** This many responses start and then stall. */
let slow = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(200, { 'content-length': 2 });
  if (asked > slow) return void response.end('ok');
  response.write('o');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['is asked for again', 1, 'ok'],
  ['is given up in the end', 9, 'AbortError'],
])('a segment that arrives too slowly %s', async (_what, slowTimes, outcome) => {
  [asked, slow] = [0, slowTimes];
  const timers = movedTimers();
  const guarded = guardFetch({
    origins: [origin],
    headers: {},
    maxBytes: 1_000,
    maxRequests: 10,
    playlistBytes: 100,
    retries: { times: 2, pauseMs: seconds(1), withinMs: seconds(60), timers },
  });
  let is = '';
  const reading = guarded.fetch(`${origin}/0.ts`).then(async (answer) => await answer.text());
  void reading.catch((error: Error) => error.name).then((text) => (is = text));
  await vi.waitFor(
    () => {
      timers.move(seconds(61));
      expect(is).toBe(outcome);
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(asked).toBeLessThanOrEqual(3);
});
