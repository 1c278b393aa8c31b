import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpstreamError } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Files } from './index.ts';

const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' };
const kindOf = async (work: Promise<unknown> | undefined): Promise<string | undefined> =>
  await work?.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof UpstreamError ? error.kind : String(error)),
  );

test('a large file of the bucket may take long, but no part of it', async () => {
  let answer = (_response: ServerResponse): void => undefined;
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const timers = testTimers();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = createS3Files({ endpoint, bucket: 'tally', ...keys, timers });
  const begun = Promise.withResolvers<ServerResponse>();
  answer = (response) => {
    response.flushHeaders();
    begun.resolve(response);
  };
  const reader = (await slow.stream('vods/a.mp4'))?.getReader();
  const response = await begun.promise;
  for (const part of ['the first', 'the second', 'the third']) {
    const read = reader?.read();
    await timers.pass(14_000);
    response.write(part);
    expect(Buffer.from((await read)?.value ?? []).toString()).toBe(part);
    // Time in which the caller does not read does not count.
    await timers.pass(60_000);
  }
  const read = kindOf(reader?.read());
  await timers.pass(15_000);
  expect(await read).toBe('down');
  const asked = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  const found = kindOf(slow.find('vods/a.mp4'));
  await asked;
  await timers.pass(15_000);
  expect(await found).toBe('down');
});
