import { type AnyEndpoint, type CallInput, notifications, type Platform } from '@tally/contract';
import { afterAll, beforeAll } from 'vitest';
import { type Answer, nightCity, type TestApi, testApi } from './api.ts';

type RumbleType = 'user' | 'channel';

export interface AlertRoom<Shown, World> {
  readonly api: TestApi;
  readonly room: string;
  /** Performs an action on the platform or in Discord. */
  readonly act: (action: string, body?: object) => unknown;
  readonly discord: (action: string, body: object) => unknown;
  /** Returns the platform's state and the calls that it received. */
  readonly summary: () => World;
  /** Returns the messages in the room, newest first. */
  readonly shown: () => Promise<Shown[]>;
  /** Makes a call as the server's owner. */
  readonly call: <E extends AnyEndpoint>(call: E, input: CallInput<E>) => Promise<Answer>;
  /** Follows a creator. */
  readonly add: (name: string, rumbleType?: RumbleType) => Promise<Answer>;
}

/** Creates a server with a channel for messages about a platform's creators, which a whole test file shares. */
export function alertRoom<Shown, World = unknown>(
  platform: Platform,
  settingsFor: (room: string) => object = (room) => ({ notificationChannelId: room }),
): AlertRoom<Shown, World> {
  let api: TestApi;
  let token = '';
  let room = '';
  const call: AlertRoom<Shown, World>['call'] = (endpoint, input) => api.call(endpoint, input, token);
  const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);

  beforeAll(async () => {
    api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
    await api.ctx.db.execute(
      `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
    );
    token = await api.logIn();
    room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
  });
  afterAll(() => api.close());

  return {
    get api() {
      return api;
    },
    get room() {
      return room;
    },
    act: (action, body = {}) => api.sim.worlds.get(platform)?.controls[action]?.(body),
    discord,
    summary: () => api.sim.worlds.get(platform)?.summary() as World,
    shown: async () => ((await discord('messages', { channel_id: room })) as { messages: Shown[] }).messages,
    call,
    add(name, rumbleType) {
      const params = { guildId: nightCity, platform, streamer: name };
      return call(notifications.addStreamer, { params, query: { rumbleType }, body: settingsFor(room) });
    },
  };
}
