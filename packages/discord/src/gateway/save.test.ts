import type { SessionInfo } from '@discordjs/ws';
import { ServerId, UserId } from '@tally/contract';
import { type Ctx, silentLog, systemTimers } from '@tally/kernel';
import { expect, test, vi } from 'vitest';
import { openGate } from './admission.ts';
import { createDispatcher } from './dispatch.ts';
import { on } from './listeners.ts';
import { createSaver } from './save.ts';
import { type ChangedShard, createSessions, type ShardStore } from './sessions.ts';
import { createStage } from './stage.ts';
import { createServers } from './state/state.ts';

const botId = UserId.parse('100000000000000001');
const serverId = ServerId.parse('200000000000000001');
const info: SessionInfo = { sessionId: 's', resumeURL: 'ws://x', sequence: 5, shardCount: 1, shardId: 0 };
const guild = {
  id: serverId,
  name: 'Owls',
  icon: null,
  owner_id: '400000000000000001',
  member_count: 50,
  roles: [],
  channels: [],
  members: [{ user: { id: botId }, roles: [] }],
  threads: [],
};
const arrived = (t: string, s: number, d: unknown) => ({ t, s, d });

test('after a crash listeners receive joins again that the saved servers already include', async () => {
  const saves: ChangedShard[] = [];
  const join = (n: number) => ({
    guild_id: serverId,
    user: { id: `40000000000000000${n}`, username: 'ann' },
    roles: [],
    joined_at: '2026-01-01T00:00:00Z',
    pending: false,
  });
  const begin = (listener: () => Promise<void>) => {
    const servers = createServers();
    const stage = createStage({
      listeners: [on('memberJoined', listener)],
      makeCtx: () => ({}) as Ctx,
      log: silentLog,
    });
    return { servers, stage, dispatcher: createDispatcher({ servers, stage, gate: openGate, log: silentLog }) };
  };
  const before = begin(() => new Promise(() => {}));
  const sessions = createSessions(() => {});
  const store: ShardStore = {
    load: () => Promise.resolve(null),
    clear: () => Promise.resolve(),
    save: async (changed) => {
      before.dispatcher.take(0, arrived('GUILD_MEMBER_ADD', 4, join(3)));
      saves.push(changed);
    },
  };
  const about = { intents: 1, log: silentLog, timers: systemTimers, everyMs: 60_000, isWhole: () => true };
  sessions.set(0, { ...info, sequence: 3 });
  before.dispatcher.ready(0, { user: { id: botId }, guilds: [{ id: serverId }] });
  before.dispatcher.take(0, arrived('GUILD_CREATE', 1, guild));
  before.dispatcher.take(0, arrived('GUILD_MEMBER_ADD', 2, join(1)));
  before.dispatcher.take(0, arrived('GUILD_MEMBER_ADD', 3, join(2)));
  await createSaver({ ...about, ...before, store, sessions }).stop();

  const [saved] = saves;
  if (!saved) throw new Error('Nothing was saved.');
  const heard = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const after = begin(heard);
  for (const [id, bytes] of saved.servers) if (bytes) after.servers.restore(id, bytes, 0);
  const { botId: bot, session, serversUpTo } = saved;
  after.dispatcher.restore(0, { botId: bot, sequence: session.sequence, serversUpTo });
  expect(session.sequence).toBe(1);
  for (const n of [1, 2, 3]) after.dispatcher.take(0, arrived('GUILD_MEMBER_ADD', n + 1, join(n)));
  await after.stage.idle();
  expect(after.servers.find(serverId)?.memberCount).toBe(50 + 3);
  expect(heard).toHaveBeenCalledTimes(3);
});
