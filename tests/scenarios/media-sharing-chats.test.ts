import { account, type MediaItem, type MediaRoom, type MediaShareBody, mediaSharing, UserId } from '@tally/contract';
import type { QueueRunner } from '@tally/infra/queue';
import { sql } from '@tally/infra/sql';
import { minutes, seconds } from '@tally/kernel';
import { connectPlatforms } from '@tally/platforms/registry';
import { demoUser, type TestApi, testApi } from '@tally/tests/api';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { linkAccount } from '@tally/tests/link';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveChats } from '../../packages/features/src/connections/service/sweep.ts';
import { chatStatesOf } from '../../packages/features/src/media-sharing/service/chat/chats.ts';
import { keepSubscribed } from '../../packages/features/src/media-sharing/service/chat/keep-hearing.ts';

/** Viewers request videos in the simulated chats of Kick and Twitch, and are answered there. */
let api: TestApi;
let owner: string;
const ownerId = UserId.parse(demoUser);
const waiting = { timeout: 50_000, interval: 20 };
const control = (world: string, action: string, body: object = {}) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
interface State {
  readonly subscriptions: Map<string, { readonly event?: string; readonly type?: string; readonly status?: string }>;
  /** The simulated Kick. */
  readonly chat: Map<string, { readonly content: string }>;
  /** The simulated Twitch. */
  readonly irc: { readonly said: Map<string, { readonly text: string }> };
}
const stateOf = (world: string) => (api.sim.worlds.get(world) as unknown as { state: State }).state;

type Chat = 'kick' | 'twitch';
const platforms = ['kick', 'twitch'] as const;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  control('kick', 'callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/kick` });
  owner = await api.logIn();
  await setUp({});
});

const ok = ({ status, text }: { status: number; text: string }) => expect([status, text]).toEqual([200, text]);
async function setUp(settings: MediaShareBody['settings'], enabled = true): Promise<void> {
  const mediaShare = { enabled, settings: { approval: 'nobody', secondsBetween: 0, perPerson: 9, ...settings } };
  const params = { userId: ownerId };
  ok(await api.call(account.updateUser, { params, body: { mediaShare } as never }, owner));
}

const link = async (platform: Chat, depth?: 'chat' | 'creator') =>
  await linkAccount(api, owner, { platform, as: 'xqc', depth });

const heard = (platform: Chat): number =>
  [...stateOf(platform).subscriptions.values()].filter((each) =>
    platform === 'kick'
      ? each.event === 'chat.message.sent'
      : each.type === 'channel.chat.message' && each.status === 'enabled',
  ).length;

/** Returns true if detection watches the owner's channel, which makes it notice a start immediately. */
async function isFollowed(platform: Chat): Promise<boolean> {
  const { rows } = await api.ctx.db.execute(sql`select 1 from watches where platform = ${platform}`);
  return rows.length > 0;
}

/** Starts a stream and waits until we read its chat. */
async function goLive(platform: Chat): Promise<void> {
  control(platform, 'go-live', { who: 'xqc' });
  await keepSubscribed(api.ctx);
  await vi.waitFor(() => expect(heard(platform)).toBe(1), waiting);
}

const viewer = { kick: 'late-latency', twitch: 'tinwhistler' } as const;
function write(platform: Chat, text: string, by: string = viewer[platform]): void {
  if (platform === 'kick') control('kick', 'chat', { who: 'xqc', by, content: text });
  else control('twitch', 'chat', { who: 'xqc', by, text });
}

function makeModerator(platform: Chat): void {
  if (platform === 'kick') control('kick', 'badge', { who: 'xqc', by: viewer.kick, badge: 'moderator' });
  else control('twitch', 'standing', { who: 'xqc', by: viewer.twitch, standing: 'moderator', isOn: true });
}

/** Returns the lines in the chat, oldest first. */
function chat(platform: Chat): string[] {
  if (platform === 'kick') return [...stateOf('kick').chat.values()].map(({ content }) => content);
  return [...stateOf('twitch').irc.said.values()].map(({ text }) => text);
}
const plain = (text: string | undefined) => text?.replace(/[\u2068\u2069]/g, '');
const answered = (platform: Chat, text: string | RegExp) =>
  vi.waitFor(() => expect(plain(chat(platform).at(-1))).toMatch(text), waiting);

const upload = (title: string) => control('youtube', 'upload', { who: 'mkbhd', title, seconds: 200 })['video_id'] ?? '';
const room = async () =>
  (await api.call(mediaSharing.getMediaRoom, { params: { userId: ownerId } }, owner)).json.data as MediaRoom;
const titles = async () => {
  const { playing, queue } = await room();
  return [playing, ...queue].map((item) => item?.title);
};

describe.each(platforms)('the chat of %s', (platform) => {
  it('accepts a request, and reports its result there', async () => {
    await link(platform, 'chat');
    await goLive(platform);
    const id = upload('A lighthouse at night');
    write(platform, `!sr https://youtu.be/${id}?t=90&list=PL1`);
    await answered(platform, 'A lighthouse at night plays now.');
    write(platform, `!request https://www.youtube.com/watch?v=${upload('A harbour')}`);
    await answered(platform, 'A harbour is number 1 in the queue.');
    expect(await titles()).toEqual(['A lighthouse at night', 'A harbour']);
    const { queue, chats } = await room();
    expect(queue[0]?.sender).toMatchObject({ origin: platform, name: expect.stringMatching(/^\S+$/) });
    expect(chats[platform]).toMatchObject({ hears: 'works', answers: 'works' });
  });

  it('gets the reason of a refusal, and ignores lines without a request', async () => {
    await link(platform, 'chat');
    await goLive(platform);
    write(platform, '!sr https://evil.test/watch?v=dQw4w9WgXcQ');
    await answered(platform, 'Only links to YouTube and TikTok can be requested.');
    // Each person gets at most one refusal in five seconds.
    await api.pass(seconds(6));
    write(platform, '!sr https://youtu.be/aaaaaaaaaaa');
    await answered(platform, 'This video does not exist or has been deleted.');
    const before = chat(platform).length;
    for (const text of ['hello', '!lurk', '! sr x', 'sr x', '?sr x']) write(platform, text);
    write(platform, '!queue');
    await answered(platform, 'The queue is empty.');
    expect(chat(platform).slice(before)).toHaveLength(7);
  });

  it('lets mods skip, by their badge', async () => {
    await link(platform, 'chat');
    await goLive(platform);
    for (const title of ['One', 'Two']) {
      write(platform, `!sr https://youtu.be/${upload(title)}`);
      await answered(platform, title);
    }
    makeModerator(platform);
    write(platform, '!skip');
    await answered(platform, 'Skipped.');
    expect(await titles()).toEqual(['Two']);
  });

  it('is handled once, however often a line arrives', async () => {
    await link(platform, 'chat');
    await goLive(platform);
    for (const title of ['One', 'Two', 'Three']) {
      write(platform, `!sr https://youtu.be/${upload(title)}`);
      await answered(platform, title);
    }
    makeModerator(platform);
    control(platform, 'webhooks', { do: 'duplicate' });
    write(platform, '!skip');
    await answered(platform, 'Skipped.');
    write(platform, '!volume 11');
    await answered(platform, 'The volume is 11%.');
    expect(await titles()).toEqual(['Two', 'Three']);
    expect(chat(platform).filter((text) => text === 'Skipped.')).toHaveLength(1);
  });

  it('is read from the start of a stream, without waiting for the minute', async () => {
    await link(platform, 'chat');
    await vi.waitFor(async () => expect(await isFollowed(platform)).toBe(true), waiting);
    expect((await room()).chats[platform]).toMatchObject({ hears: 'waiting' });
    control(platform, 'go-live', { who: 'xqc' });
    await vi.waitFor(() => expect(heard(platform)).toBe(1), waiting);
    await vi.waitFor(async () => expect((await room()).chats[platform].hears).toBe('works'), waiting);
  });

  it('is read at once when the room is turned on during a stream', async () => {
    await setUp({}, false);
    await link(platform, 'chat');
    control(platform, 'go-live', { who: 'xqc' });
    await setUp({});
    await vi.waitFor(() => expect(heard(platform)).toBe(1), waiting);
    await setUp({}, false);
    await vi.waitFor(async () => expect(await isFollowed(platform)).toBe(false), waiting);
  });

  it('is left when the stream ends', async () => {
    await link(platform, 'chat');
    await goLive(platform);
    control(platform, 'end', { who: 'xqc' });
    await api.pass(minutes(11));
    await keepSubscribed(api.ctx);
    await leaveChats(api.ctx);
    expect(heard(platform)).toBe(0);
  });

  it('has a state for each thing that is missing', async () => {
    expect((await room()).chats[platform]).toEqual({ hears: 'notLinked', answers: 'notLinked', channel: null });
    await link(platform);
    const heardAnyway = platform === 'kick' ? 'waiting' : 'needsGrant';
    expect((await room()).chats[platform]).toMatchObject({ hears: heardAnyway, answers: 'needsGrant' });
    await link(platform, 'chat');
    expect((await room()).chats[platform]).toMatchObject({ hears: 'waiting', answers: 'works' });
    // A later login that requests fewer permissions removes none.
    await link(platform);
    expect((await room()).chats[platform]).toMatchObject({ hears: 'waiting', answers: 'works' });
    control(platform, 'take-back', { who: 'xqc' });
    await goLiveWithout(platform);
    write(platform, '!queue');
    await vi.waitFor(async () => expect((await room()).chats[platform].answers).toBe('needsGrant'), waiting);
    await link(platform, 'chat');
    await vi.waitFor(async () => expect((await room()).chats[platform].answers).toBe('works'), waiting);
  });

  it('is off where nothing reaches us, and without a platform', async () => {
    await link(platform, 'chat');
    const connection = api.ctx.platforms.find(platform);
    const stateWith = async (found: object | undefined) =>
      (await chatStatesOf({ ...api.ctx, platforms: fakePlatforms({ [platform]: found }) }, ownerId))[platform];
    expect(await stateWith({ ...connection, chat: undefined })).toMatchObject({ hears: 'off', answers: 'off' });
    expect(await stateWith(undefined)).toMatchObject({ hears: 'off', answers: 'off' });
  });
});

it('a video that its owner removed is skipped when it begins, with the reason', async () => {
  await link('kick', 'chat');
  await goLive('kick');
  const [first, second, third] = ['First', 'Second', 'Third'].map(upload);
  for (const [id, title] of [
    [first, 'First'],
    [second, 'Second'],
    [third, 'Third'],
  ] as const) {
    write('kick', `!sr https://youtu.be/${id}`);
    await answered('kick', title);
  }
  control('youtube', 'allow', { who: 'mkbhd', video: second, embedding: false });
  makeModerator('kick');
  write('kick', '!skip');
  await vi.waitFor(async () => expect(await titles()).toEqual(['Third']), waiting);
  const history = await api.call(mediaSharing.listMediaHistory, { params: { userId: ownerId } }, owner);
  const { items } = history.json.data as { items: MediaItem[] };
  // Both streams ended at the same time, because the clock is stopped.
  expect(items.map(({ title, state, reason }) => `${title} ${state} ${reason}`).toSorted()).toEqual([
    'First skipped byModerator',
    'Second failed notEmbeddable',
  ]);
});

it('a line of our own bot is not a command', async () => {
  await link('twitch', 'chat');
  await goLive('twitch');
  write('twitch', '!queue', 'tallybot');
  write('twitch', '!when');
  await answered('twitch', 'You have no requests waiting.');
  expect(chat('twitch')).toHaveLength(3);
});

it('Twitch without an account of our own has no bot', async () => {
  await link('twitch', 'chat');
  const config = { ...api.ctx.config, twitch: { ...api.ctx.config.twitch, botId: null } };
  const platforms = connectPlatforms({ ...api.ctx, config });
  expect((await chatStatesOf({ ...api.ctx, platforms }, ownerId)).twitch).toMatchObject({
    hears: 'noBot',
    answers: 'noBot',
  });
  await platforms.close();
});

it("when Kick's limit is used up one day, chats that are already read stay", async () => {
  await link('kick', 'chat');
  const fill = (count: number) =>
    api.ctx.db.execute(
      `insert into heard_chats (platform, channel_id, until) select 'kick', 'other ' || n, now() + interval '1 year' from generate_series(1, ${count}) n on conflict do nothing`,
    );
  await fill(800);
  control('kick', 'go-live', { who: 'xqc' });
  await keepSubscribed(api.ctx);
  expect(heard('kick')).toBe(0);
  expect((await room()).chats.kick).toMatchObject({ hears: 'full', answers: 'works' });
  await api.ctx.db.execute(`delete from heard_chats where channel_id = 'other 1'`);
  await keepSubscribed(api.ctx);
  await vi.waitFor(() => expect(heard('kick')).toBe(1), waiting);
  await fill(800);
  expect((await room()).chats.kick.hears).toBe('works');
});

/** Like `goLive`, but for a chat that we may not read. */
async function goLiveWithout(platform: Chat): Promise<void> {
  if (platform === 'kick') await goLive(platform);
  else {
    control(platform, 'go-live', { who: 'xqc' });
    await keepSubscribed(api.ctx);
  }
}

it("Kick is read without the owner's permission, and then nothing is written in its chat", async () => {
  await link('kick');
  await goLive('kick');
  write('kick', `!sr https://youtu.be/${upload('Unanswered')}`);
  await vi.waitFor(async () => expect(await titles()).toEqual(['Unanswered']), waiting);
  expect(chat('kick')).toHaveLength(1);
});

it('the page shows an outage of the chat, and the answer follows when it ends', async () => {
  await link('kick', 'chat');
  await goLive('kick');
  control('kick', 'trouble', { kind: 'outage', minutes: 5 });
  write('kick', '!queue');
  await vi.waitFor(async () => expect((await room()).chats.kick.answers).toBe('platformDown'), waiting);
  control('kick', 'calm');
  await vi.waitFor(() => expect(chat('kick').at(-1)).toBe('The queue is empty.'), { timeout: 30_000, interval: 50 });
  // The line appears in the chat before the server has the platform's answer.
  await vi.waitFor(async () => expect((await room()).chats.kick.answers).toBe('works'), waiting);
});

it('a flood of commands does not become a flood of ours', async () => {
  await link('twitch', 'chat');
  await goLive('twitch');
  makeModerator('twitch');
  // Each line needs an answer, so not all of them may be sent.
  for (let volume = 0; volume < 20; volume += 1) write('twitch', `!volume ${volume}`);
  write('twitch', `!sr https://youtu.be/${upload('After the flood')}`);
  await vi.waitFor(async () => expect(await titles()).toEqual(['After the flood']), waiting);
  await untilNothingIsAnswered();
  expect(chat('twitch').filter((text) => !text.startsWith('!'))).toHaveLength(15);
  await api.pass(seconds(31));
  write('twitch', '!when');
  await answered('twitch', 'Your video is playing.');
});

const untilNothingIsAnswered = () =>
  vi.waitFor(async () => {
    const waits = await (api.ctx.queue as QueueRunner).counts();
    expect(waits.filter(({ name }) => /-(?:line|answer)$/.test(name))).toEqual([]);
  }, waiting);
