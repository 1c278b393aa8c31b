import type { Platform } from '@tally/contract';
import { AppError, type Channel, minutes, UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../notifications/index.ts';
import { findCreator } from './service/names/find-creator.ts';
import { searchChannels } from './service/names/search-channels.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [notifications] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const ctx = () => ({ ...world.ctx(), platforms: fakePlatforms({}) });
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a creator who is looked up', () => {
  const ada = { id: '1', name: 'ada', displayName: 'Ada', avatarUrl: null, url: 'https://twitch.tv/ada' };
  const channel: Channel = { ...ada, platform: 'twitch', followers: null };
  const askedOf = (
    connection: object,
    about: { name?: string; caller?: ReturnType<typeof person>; pace?: object; platform?: Platform } = {},
  ) => {
    const { name = 'ada', caller = person('555555555555555555'), pace = {}, platform = 'twitch' } = about;
    const definitions = [{ id: platform, name: 'Twitch', channelNameIn: (text: string) => text, pace }];
    const stream = { findChannel: async () => channel, searchChannels: async () => [], ...connection };
    const followers = 'countFollowers' in connection ? connection : undefined;
    const platforms = fakePlatforms({ [platform]: { stream, followers } }, definitions);
    return findCreator({ ...ctx(), caller, platforms }, { platform, name });
  };

  it('comes with the number of followers, even if it takes another call', async () => {
    expect((await askedOf({ countFollowers: async () => 52_310 })).channel).toEqual({ ...channel, followers: 52_310 });
    expect((await askedOf({})).channel.followers).toBe(null);
  });

  it('is found although the number of followers is unknown', async () => {
    const down = new UpstreamError({ world: 'twitch', kind: 'down', message: 'away' });
    expect((await askedOf({ countFollowers: () => Promise.reject(down) })).channel).toEqual(channel);
  });

  it('and does not exist, is not looked up again at once', async () => {
    let asked = 0;
    const nobody = { findChannel: async () => void (asked += 1) };
    for (const name of ['eve', 'eve', 'mallory']) {
      await expect(askedOf(nobody, { name })).rejects.toMatchObject({ code: 'noSuchChannel' });
    }
    expect(asked).toBe(2);
    world.clock.move(minutes(1));
    await expect(askedOf(nobody, { name: 'eve' })).rejects.toMatchObject({ code: 'noSuchChannel' });
    expect(asked).toBe(3);
  });

  it('is not chosen silently if there are two matches, and both are named by a link', async () => {
    const addressesOf = (name: string) => (name.includes('/') ? [name] : [`user/${name}`, `c/${name}`]);
    const find = async (name: string) => ({ ...channel, platform: 'rumble', url: `https://rumble.com/${name}` });
    const definitions = [
      { id: 'rumble', name: 'Rumble', channelNameIn: (text: string) => text, addressesOf, pace: {} },
    ];
    const platforms = fakePlatforms(
      { rumble: { stream: { findChannel: find, searchChannels: async () => [] } } },
      definitions,
    );
    const asked = (about: object) =>
      findCreator({ ...ctx(), platforms }, { platform: 'rumble', name: 'ada', ...about });
    await expect(asked({})).rejects.toMatchObject({
      code: 'severalChannels',
      values: { links: 'https://rumble.com/user/ada · https://rumble.com/c/ada' },
    });
    expect((await asked({ name: 'user/ada' })).channel.url).toBe('https://rumble.com/user/ada');
  });

  it('is looked up under at most three other spellings', async () => {
    const asked: string[] = [];
    const findChannel = async (name: string) => {
      asked.push(name);
      return null;
    };
    const otherNamesIn = () => ['b', 'c', 'd', 'e'];
    const definitions = [
      { id: 'twitch', name: 'Twitch', channelNameIn: (text: string) => text, otherNamesIn, pace: {} },
    ];
    const platforms = fakePlatforms(
      { twitch: { stream: { findChannel, searchChannels: async () => [] } } },
      definitions,
    );
    await expect(findCreator({ ...ctx(), platforms }, { platform: 'twitch', name: 'a' })).rejects.toMatchObject({
      code: 'noSuchChannel',
    });
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('uses a scarce search only when a person asks, and at most ten a day', async () => {
    let searches = 0;
    const stream = {
      findChannel: async () => null,
      searchChannels: async () => {
        searches += 1;
        return [{ name: 'ada-plays', displayName: 'Ada Plays' }];
      },
    };
    const caller = person('777777777777777777');
    const definitions = [{ id: 'youtube', name: 'YouTube', channelNameIn: (text: string) => text, pace: {} }];
    const platforms = fakePlatforms({ youtube: { stream } }, definitions);
    const asked = async (name: string, isAsked: boolean) =>
      await refusal(findCreator({ ...ctx(), caller, platforms }, { platform: 'youtube', name, isAsked }));
    expect([await asked('ada p', false), searches]).toEqual(['noSuchChannel', 0]);
    for (let count = 0; count < 10; count += 1) expect(await asked(`ada p${count}`, true)).toBe('noSuchChannelButNear');
    expect([await asked('ada again', true), searches]).toEqual(['noSuchChannel', 10]);
  });

  it('is looked up once, even if a person adds it a moment later', async () => {
    let asked = 0;
    const found = { findChannel: async () => ({ ...channel, followers: (asked += 1) }) };
    for (let time = 0; time < 2; time += 1) await askedOf(found, { name: 'grace' });
    expect(asked).toBe(1);
    world.clock.move(minutes(1));
    expect((await askedOf(found, { name: 'grace' })).channel.followers).toBe(2);
  });
});

describe('a search on every platform', () => {
  const plain = (platform: Platform) => ({
    id: platform,
    name: platform,
    channelNameIn: (text: string) => text.toLowerCase(),
    pace: {},
  });
  const streamer = (platform: Platform, name: string): Channel => ({
    platform,
    id: `${platform}-${name}`,
    name,
    displayName: name,
    avatarUrl: null,
    followers: 1,
    url: `https://example.com/${name}`,
  });
  const searched = async (
    findChannels: Partial<Record<Platform, () => Promise<Channel | null>>>,
    about: { text?: string; isKnownOnly?: boolean; within?: () => Promise<undefined> } = {},
  ) => {
    const { text = 'ada', isKnownOnly = false, within } = about;
    const ids = Object.keys(findChannels) as Platform[];
    const connections = Object.fromEntries(
      ids.map((id) => [id, { stream: { findChannel: findChannels[id], searchChannels: async () => [] } }]),
    );
    const base = ctx();
    const timers = within ? { ...base.timers, within } : base.timers;
    const platforms = fakePlatforms(connections, ids.map(plain));
    return await searchChannels({ ...base, platforms, timers }, { text, isKnownOnly, isThorough: false });
  };

  it('names the platforms without an answer and the reasons, next to the results of the others', async () => {
    const refuse = (error: Error) => async () => {
      throw error;
    };
    const away = (kind: 'down' | 'limited') => new UpstreamError({ world: 'x', kind, message: 'away' });
    const { channels, platforms } = await searched({
      kick: async () => streamer('kick', 'ada'),
      twitch: refuse(away('down')),
      rumble: refuse(away('limited')),
      youtube: refuse(new AppError('lookUpsUsedUp', { platform: 'YouTube' })),
      tiktok: refuse(new AppError('channelIsPrivate', { name: 'ada', platform: 'TikTok' })),
    });
    expect(channels.map(({ id, isExact }) => [id, isExact])).toEqual([['kick-ada', true]]);
    expect(Object.fromEntries(platforms.map(({ platform, state }) => [platform, state]))).toEqual({
      kick: 'answered',
      twitch: 'down',
      rumble: 'late',
      youtube: 'usedUp',
      tiktok: 'private',
    });
  });

  it('does not wait for a slow platform', async () => {
    const within = async () => undefined;
    const { platforms } = await searched({ kick: () => new Promise(() => {}) }, { text: 'slow', within });
    expect(platforms).toEqual([{ platform: 'kick', state: 'late' }]);
  });

  it('makes no call for a stored name if look-ups are scarce, and never while only known names are wanted', async () => {
    let asked = 0;
    const findChannel = async () => {
      asked += 1;
      return null;
    };
    await world.db.execute(
      `insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
       values ('tiktok', 'tiktok-grace', 'grace', 'Grace', 'https://example.com/grace', now())`,
    );
    const ask = async (text: string, isKnownOnly: boolean) =>
      (await searched({ tiktok: findChannel }, { text, isKnownOnly })).channels.map(({ id }) => id);
    expect([await ask('Grace', false), asked]).toEqual([['tiktok-grace'], 0]);
    expect([await ask('gra', true), asked]).toEqual([['tiktok-grace'], 0]);
    expect([await ask('gr', false), asked]).toEqual([['tiktok-grace'], 0]);
    expect([await ask('hopper', true), asked]).toEqual([[], 0]);
    expect([await ask('hopper', false), asked]).toEqual([[], 1]);
  });
});
