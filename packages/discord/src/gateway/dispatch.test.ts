import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RoleId, ServerId } from '@tally/contract';
import { type Ctx, silentLog } from '@tally/kernel';
import { expect, test, vi } from 'vitest';
import { type Admission, openGate } from './admission.ts';
import { createDispatcher } from './dispatch.ts';
import { type GatewayListener, on } from './listeners.ts';
import { createStage } from './stage.ts';
import { createServers } from './state/state.ts';
import type { Arrived } from './strategy.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const serverId = ServerId.parse('200000000000000001');
const roleId = RoleId.parse('300000000000000001');
const arrived = (t: string, s: number, d: unknown): Arrived => ({ t, s, d });

test('releases an event’s source while listeners are still running', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn<() => Promise<void>>(() => promise);
  const stage = createStage({ listeners: [on('roleMade', run)], makeCtx: () => ({}) as Ctx, log: silentLog });
  const dispatcher = createDispatcher({ servers: createServers(), stage, gate: openGate, log: silentLog });
  const takeOne = (): WeakRef<object> => {
    const data = { guild_id: serverId, role: { id: roleId, name: 'New', position: 1, permissions: '0' } };
    dispatcher.take(0, arrived('GUILD_ROLE_CREATE', 1, data));
    return new WeakRef(data);
  };
  const read = takeOne();
  expect(run).toHaveBeenCalledOnce();
  // Objects from this turn of the event loop are kept until it ends.
  await new Promise(setImmediate);
  collect();
  expect(read.deref()).toBeUndefined();
  resolve();
  await stage.idle();
});

test('while two sets of shards pass events on, only the first to claim an event does so', async () => {
  const heard = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const stage = createStage({ listeners: [on('serverLeft', heard)], makeCtx: () => ({}) as Ctx, log: silentLog });
  const claims = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const gate = { admission: 'claiming', claim: claims } as const;
  const dispatcher = createDispatcher({ servers: createServers(), stage, gate, log: silentLog });
  for (const s of [1, 2]) dispatcher.take(0, arrived('GUILD_DELETE', s, { id: serverId }));
  expect(dispatcher.doneUpTo(0)).toBe(0);
  await vi.waitFor(() => expect(dispatcher.doneUpTo(0)).toBe(2), 30_000);
  expect([claims.mock.calls.length, heard.mock.calls.length]).toEqual([2, 1]);
});

test('an event that needs no claim does not overtake one that is still being claimed', async () => {
  const [first, second, third] = ['1', '2', '3'].map((end) => `20000000000000000${end}`);
  const heard: unknown[] = [];
  const listeners = [on('serverLeft', async (_ctx, gone) => void heard.push(gone.serverId))];
  const stage = createStage({ listeners, makeCtx: () => ({}) as Ctx, log: silentLog });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const gate: { admission: Admission; claim: () => Promise<boolean> } = { admission: 'claiming', claim: () => promise };
  const dispatcher = createDispatcher({ servers: createServers(), stage, gate, log: silentLog });
  dispatcher.take(0, arrived('GUILD_DELETE', 1, { id: first }));
  gate.admission = 'alone';
  dispatcher.take(0, arrived('GUILD_DELETE', 2, { id: second }));
  const begun = dispatcher.begun().then(() => heard.push('all have begun'));
  await new Promise(setImmediate);
  expect(heard).toEqual([]);
  resolve(true);
  await begun;
  dispatcher.take(0, arrived('GUILD_DELETE', 3, { id: third }));
  expect(heard).toEqual([first, second, 'all have begun', third]);
});

test('limits how many run at once, and all get their turn', async () => {
  let running = 0;
  let most = 0;
  const slow = on('serverLeft', async () => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
  });
  const run = vi.fn<GatewayListener['run']>(slow.run);
  const stage = createStage({ listeners: [{ ...slow, run }], makeCtx: () => ({}) as Ctx, log: silentLog });
  await Promise.all(Array.from({ length: 1000 }, async () => await stage.tell('serverLeft', () => ({ serverId }))));
  expect(run).toHaveBeenCalledTimes(1000);
  expect(most).toBeLessThanOrEqual(200);
  await stage.idle();
});

test('an event counts as handled when the last of its listeners is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listeners = [on('serverLeft', () => Promise.resolve()), on('serverLeft', () => promise)];
  const stage = createStage({ listeners, makeCtx: () => ({}) as Ctx, log: silentLog });
  const dispatcher = createDispatcher({ servers: createServers(), stage, gate: openGate, log: silentLog });
  dispatcher.take(0, arrived('GUILD_DELETE', 7, { id: serverId }));
  await new Promise(setImmediate);
  expect(dispatcher.doneUpTo(0)).toBe(6);
  resolve();
  await vi.waitFor(() => expect(dispatcher.doneUpTo(0)).toBe(7), 30_000);
});
