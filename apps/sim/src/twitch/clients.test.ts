import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider, StaticAuthProvider } from '@twurple/auth';
import { EventSubHttpListener, ReverseProxyAdapter } from '@twurple/eventsub-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pick, startTestTwitch, type TestTwitch } from './test-world.ts';

/** Tests with unmodified public clients. Their URLs are fixed, so calls to them are redirected to the simulator. */
const xqc = '71092938';
const secret = 'ten letters or more';
const outside = 'https://tally.example';
let twitch: TestTwitch;
let api: ApiClient;
let listener: Server;

beforeAll(async () => {
  twitch = await startTestTwitch();
  listener = createServer();
  vi.stubGlobal('fetch', turned(globalThis.fetch));
  const authProvider = new AppTokenAuthProvider('sim-twitch-client', 'sim-twitch-secret');
  api = new ApiClient({ authProvider, logger: { minLevel: 'critical' } });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await twitch.close();
});
beforeEach(() => void twitch.control('calm'));

function turned(fetchIt: typeof fetch): typeof fetch {
  const hosts: Record<string, string> = { 'api.twitch.tv': '/twitch', 'id.twitch.tv': '/twitch/id' };
  return async (address, options = {}) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const base = hosts[url.hostname];
    if (base === undefined) return await fetchIt(address, options);
    const { body } = options;
    const near = typeof body === 'string' ? body.replace(outside, nearUrl()) : body;
    const there = { ...options, ...(near === undefined ? {} : { body: near }) };
    return await fetchIt(twitch.url + base + url.pathname + url.search, there);
  };
}

function nearUrl(): string {
  const address = listener.address() as AddressInfo | null;
  return address ? `http://127.0.0.1:${address.port}` : twitch.callback;
}

async function asUser(login: string, scopes: string): Promise<ApiClient> {
  const redirect_uri = 'http://localhost/back';
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: 'sim-twitch-client',
    redirect_uri,
    scope: scopes,
    state: 's',
    as: login,
  });
  const agreed = await fetch(`${twitch.url}/twitch/id/oauth2/authorize?${asked.toString()}`, { redirect: 'manual' });
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { json } = await twitch.askForToken({ grant_type: 'authorization_code', code, redirect_uri });
  const authProvider = new StaticAuthProvider('sim-twitch-client', pick(json, 'access_token'));
  return new ApiClient({ authProvider, logger: { minLevel: 'critical' } });
}

describe('@twurple/api', () => {
  it('finds people, by name and in search', async () => {
    expect(await api.users.getUserByName('xQc')).toMatchObject({ id: xqc, name: 'xqc', displayName: 'xQc' });
    expect(await api.users.getUserByName('nobody_at_all')).toBeNull();
    const { data } = await api.search.searchChannels('xqc');
    expect(data.map(({ id, isLive }) => [id, isLive])).toEqual([[xqc, false]]);
  });

  it('sees the live creators and their activity', async () => {
    expect(await api.streams.getStreamsByUserIds([xqc])).toEqual([]);
    twitch.control('go-live', { who: 'xqc', title: 'Hello', viewers: 321 });
    const [stream] = await api.streams.getStreamsByUserIds([xqc, '1']);
    expect(stream).toMatchObject({ userId: xqc, userName: 'xqc', title: 'Hello', viewers: 321, type: 'live' });
    expect(stream?.getThumbnailUrl(320, 180)).toContain('320x180');
    expect((await stream?.getGame())?.name).toBe('Just Chatting');
    twitch.control('end', { who: 'xqc' });
  });

  it('lists recordings and clips', async () => {
    const { data: videos } = await api.videos.getVideosByUser(xqc, { type: 'archive' });
    expect(videos.length).toBeGreaterThan(1);
    expect(videos[0]).toMatchObject({ userId: xqc, type: 'archive', isPublic: true });
    expect(videos[0]?.durationInSeconds).toBeGreaterThanOrEqual(0);
    const clipId = pick(twitch.control('clip', { who: 'xqc', by: 'marlow_keys', title: 'Caught it' }), 'clip_id');
    const startDate = twitch.clock.now().toISOString();
    const { data: clips } = await api.clips.getClipsForBroadcaster(xqc, { startDate });
    expect(clips.map(({ id, title, creatorDisplayName }) => [id, title, creatorDisplayName])).toEqual([
      [clipId, 'Caught it', 'Marlow_Keys'],
    ]);
  });

  it('counts followers without a permission, but names none of them', async () => {
    expect(await api.channels.getChannelFollowerCount(xqc)).toBeGreaterThan(1_000_000);
    const { data } = await api.callApi<{ data: unknown[] }>({
      type: 'helix',
      url: 'channels/followers',
      query: { broadcaster_id: xqc },
    });
    expect(data).toEqual([]);
  });

  it('browses by game, and reads the data to draw a chat', async () => {
    twitch.control('go-live', { who: 'xqc', viewers: 900 });
    expect((await api.games.getTopGames()).data[0]?.name).toBe('Just Chatting');
    expect((await api.search.searchCategories('chatting')).data.map(({ name }) => name)).toEqual(['Just Chatting']);
    // The search matches the beginnings of words, and returns fewer fields of a category than other calls.
    expect((await api.search.searchCategories('hatting')).data).toEqual([]);
    expect((await api.search.searchCategories('chat jus')).data).toHaveLength(1);
    const search = { type: 'helix', url: 'search/categories', query: { query: 'chatting' } } as const;
    const { data: found } = await api.callApi<{ data: object[] }>(search);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['box_art_url', 'id', 'name']);
    const [game] = (await api.search.searchCategories('chatting')).data;
    expect((await api.videos.getVideosByGame(game?.id ?? '')).data.some(({ userId }) => userId === xqc)).toBe(true);
    expect((await api.clips.getClipsForGame(game?.id ?? '')).data.length).toBeGreaterThan(0);
    expect((await api.chat.getGlobalBadges()).map(({ id }) => id)).toContain('moderator');
    expect((await api.chat.getChannelBadges(xqc))[0]?.getVersion('0')?.title).toBe('Subscriber');
    const clickOf = ({ clickAction, clickUrl }: { clickAction: string | null; clickUrl: string | null }) => [
      clickAction,
      clickUrl,
    ];
    const versions = (await api.chat.getGlobalBadges()).map((set) => [set.id, set.getVersion('1')] as const);
    const clicks = Object.fromEntries(versions.map(([id, version]) => [id, version && clickOf(version)]));
    expect(clicks).toMatchObject({
      moderator: [null, null],
      vip: ['visit_url', expect.stringContaining('help.twitch.tv')],
    });
    const own = (await api.chat.getChannelBadges(xqc))[0]?.getVersion('0');
    expect(own && clickOf(own)).toEqual(['subscribe_to_channel', null]);
    const [emote] = await api.chat.getChannelEmotes(xqc);
    expect((await api.chat.getEmotesFromSets(['300000001'])).map(({ id }) => id)).toContain(emote?.id);
    expect((await api.chat.getGlobalEmotes()).map(({ name }) => name)).toContain('LampDance');
    const moving = (await api.chat.getChannelEmotes(xqc)).find(({ formats }) => formats.includes('animated'));
    expect(moving?.name).toBe('xqcLook');
    const file = async (address = '') => {
      const answer = await fetch(address.replace('https://static-cdn.jtvnw.net', `${twitch.url}/twitch/cdn`));
      return [answer.status, answer.headers.get('content-type')];
    };
    expect(await file(moving?.getAnimatedImageUrl('2.0', 'dark') ?? undefined)).toEqual([200, 'image/gif']);
    expect(await file(moving?.getStaticImageUrl('2.0', 'dark') ?? undefined)).toEqual([200, 'image/png']);
    const emotes = `${twitch.url}/twitch/cdn/emoticons/v2`;
    expect(await file(`${emotes}/${moving?.id}/default/dark/3.0`)).toEqual([200, 'image/gif']);
    expect(await file(`${emotes}/${emote?.id}/animated/dark/3.0`)).toEqual([404, 'text/plain']);
    expect((await api.chat.getSettings(xqc)).slowModeEnabled).toBe(false);
    expect(await api.chat.getColorForUser(xqc)).toBe(null);
    expect((await api.contentClassificationLabels.getAll()).length).toBeGreaterThan(0);
    twitch.control('end', { who: 'xqc' });
  });

  it('applies every filter, and refuses invalid ones', async () => {
    twitch.control('go-live', { who: 'xqc' });
    expect((await api.streams.getStreams({ language: 'en', userId: xqc })).data).toHaveLength(1);
    expect((await api.streams.getStreams({ language: 'de', userId: xqc })).data).toEqual([]);
    const { data: today } = await api.videos.getVideosByUser(xqc, { period: 'day', orderBy: 'views' });
    expect(today.length).toBeGreaterThan(1);
    expect(today.map(({ views }) => views)).toEqual(today.map(({ views }) => views).sort((one, other) => other - one));
    const aDay = twitch.clock.ms() - 86_400_000;
    expect(today.every(({ creationDate }) => creationDate.getTime() >= aDay)).toBe(true);
    expect((await api.clips.getClipsForBroadcaster(xqc, { isFeatured: true })).data).toEqual([]);
    expect(await api.games.getGameByIgdbId('1')).toBeNull();
    const refused = async (url: string, query: Record<string, string>) =>
      await api
        .callApi({ type: 'helix', url, query })
        .catch((error: unknown) => Reflect.get(Object(error), 'statusCode'));
    expect(await refused('videos', { user_id: xqc, type: 'stream' })).toBe(400);
    expect(await refused('videos', { user_id: xqc, id: '2700000002' })).toBe(400);
    expect(await refused('clips', { broadcaster_id: xqc, started_at: 'yesterday' })).toBe(400);
    expect(
      await refused('clips', { broadcaster_id: xqc, is_featured: 'perhaps', started_at: '2001-01-01T00:00:00Z' }),
    ).toBe(400);
    expect(await refused('streams', { user_login: 'no login!' })).toBe(400);
    twitch.control('end', { who: 'xqc' });
  });

  it('reports the people of a creator, and since when', async () => {
    for (const standing of ['subscriber', 'follower', 'moderator', 'vip'])
      twitch.control('standing', { who: 'xqc', by: 'marlow_keys', standing });
    const since = new Date(Math.floor(twitch.clock.ms() / 1000) * 1000);
    const scopes =
      'channel:read:subscriptions moderator:read:followers moderation:read channel:read:vips user:read:email';
    const own = await asUser('xqc', scopes);
    const [subscriber] = (await own.subscriptions.getSubscriptions(xqc)).data;
    expect(subscriber).toMatchObject({ userName: 'marlow_keys', tier: '1000', isGift: false, broadcasterName: 'xqc' });
    expect((await own.subscriptions.getSubscriptions(xqc)).points).toBe(1);
    expect((await own.channels.getChannelFollowers(xqc)).data[0]?.followDate).toEqual(since);
    expect((await own.moderation.getModerators(xqc)).data.map(({ userName }) => userName)).toEqual(['marlow_keys']);
    expect((await own.channels.getVips(xqc)).data.map(({ name }) => name)).toEqual(['marlow_keys']);
    expect((await own.users.getAuthenticatedUser(xqc, true)).email).toBe('xqc@example.test');

    const viewer = await api.users.getUserByName('marlow_keys');
    const theirs = await asUser('marlow_keys', 'user:read:follows');
    expect((await theirs.channels.getFollowedChannels(viewer?.id ?? '')).data[0]?.followDate).toEqual(since);
    twitch.control('go-live', { who: 'xqc' });
    expect((await theirs.streams.getFollowedStreams(viewer?.id ?? '')).data.map(({ userName }) => userName)).toEqual([
      'xqc',
    ]);
    for (const who of ['xqc', 'marlow_keys']) twitch.control('take-back', { who });
    twitch.control('end', { who: 'xqc' });
  });

  it('creates, lists and deletes subscriptions, and learns their cost', async () => {
    const transport = { method: 'webhook', callback: twitch.callback, secret } as const;
    const made = await api.eventSub.subscribeToStreamOnlineEvents(xqc, transport);
    const listed = await api.eventSub.getSubscriptions();
    expect(listed.data.map(({ id, type, cost }) => [id, type, cost])).toEqual([[made.id, 'stream.online', 1]]);
    expect([listed.totalCost, listed.maxTotalCost]).toEqual([1, 10_000]);
    await api.eventSub.deleteSubscription(made.id);
    expect((await api.eventSub.getSubscriptions()).total).toBe(0);
  });

  it('makes a conduit and gives its shard an address', async () => {
    const conduit = await api.eventSub.createConduit(1);
    const transport = { method: 'webhook', callback: twitch.callback, secret } as const;
    await api.eventSub.updateConduitShards(conduit.id, [{ id: '0', transport }]);
    const states = async () => (await conduit.getShards()).data.map(({ id, status }) => [id, status]);
    await expect.poll(states).toEqual([['0', 'enabled']]);
    await conduit.delete();
    expect(await api.eventSub.getConduits()).toEqual([]);
  });
});

it('@twurple/eventsub-http answers our handshake, accepts our messages, and refuses forged ones', async () => {
  // The client drops old events by the machine's clock.
  const behind = Date.now() - twitch.clock.ms();
  if (behind > 0) twitch.clock.advance(behind);
  class Near extends ReverseProxyAdapter {
    override createHttpServer(): Server {
      return listener;
    }
  }
  const adapter = new Near({ hostName: new URL(outside).hostname, port: 0 });
  const events = new EventSubHttpListener({ apiClient: api, adapter, secret, logger: { minLevel: 'critical' } });
  const verified: boolean[] = [];
  const seen: string[] = [];
  events.onVerify((isVerified) => void verified.push(isVerified));
  events.start();
  await once(listener, 'listening');
  events.onStreamOnline(xqc, (event) => void seen.push(event.broadcasterName));
  await expect.poll(() => verified, { timeout: 10_000 }).toEqual([true]);
  type Seen = { deliveries: { outcome: string; status: number }[]; subscriptions: { status: string }[] };
  const summary = () => twitch.summary() as Seen;
  await expect.poll(() => summary().subscriptions.map(({ status }) => status)).toEqual(['enabled']);
  twitch.control('webhooks', { do: 'forge', next: 1 });
  twitch.control('go-live', { who: 'xqc' });
  await expect.poll(() => summary().deliveries[0]?.status).toBe(410);
  twitch.control('end', { who: 'xqc' });
  twitch.control('go-live', { who: 'xqc' });
  await expect.poll(() => summary().deliveries[0]?.outcome).toBe('delivered');
  expect(seen).toEqual(['xqc']);
  events.stop();
});

it('asked nothing that is not simulated', () => expect(twitch.unknown).toEqual([]));
