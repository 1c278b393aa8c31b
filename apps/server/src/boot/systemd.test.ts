import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serviceManager } from './systemd.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-systemd-'));
  const program = join(folder, 'systemd-notify');
  await writeFile(program, '#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "$HEARD"\n');
  await chmod(program, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const open = (more: NodeJS.ProcessEnv) => {
  const heard = join(folder, `${Math.random()}`);
  const timers = testTimers();
  const env = { PATH: `${folder}:${process.env.PATH}`, HEARD: heard, ...more };
  return { timers, manager: serviceManager({ timers, log: silentLog, env }), read: () => readFile(heard, 'utf8') };
};

it('reports to systemd that the process is ready, alive and stopping', async () => {
  const { timers, manager, read } = open({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '60000000' });
  manager.ready();
  await vi.waitFor(async () => expect(await read()).toBe('/run/notify --ready\n'));
  await timers.pass(30_000);
  await vi.waitFor(async () => expect(await read()).toBe('/run/notify --ready\n/run/notify WATCHDOG=1\n'));
  manager.stopping();
  await vi.waitFor(async () => expect(await read()).toMatch(/STOPPING=1\n$/));
  await timers.pass(120_000);
  expect((await read()).match(/WATCHDOG/g)).toHaveLength(1);
});

it('without systemd nothing is started', async () => {
  const { timers, manager, read } = open({});
  manager.ready();
  await timers.pass(60_000);
  manager.stopping();
  await expect(read()).rejects.toThrow('ENOENT');
});
