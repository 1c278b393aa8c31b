import { account, type MediaReason, type MediaShareBody, UserId } from '@tally/contract';
import { demoUser, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findVideo, ofOwner } from '../../packages/features/src/media-sharing/service/request/find-video.ts';
import { MOST_SEARCHES, searchesLeft } from '../../packages/features/src/media-sharing/service/request/search.ts';
import { findRoom } from '../../packages/features/src/media-sharing/store/rooms.ts';

/** Links and search words become videos of the simulated YouTube and TikTok, or a reason for the refusal. */
let api: TestApi;
let owner: string;
const ownerId = UserId.parse(demoUser);
const control = (world: string, action: string, body: object = {}) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  owner = await api.logIn();
  await setUp({});
});

async function setUp(settings: MediaShareBody['settings']): Promise<void> {
  const body = { mediaShare: { enabled: true, settings } } as never;
  const { status } = await api.call(account.updateUser, { params: { userId: ownerId }, body }, owner);
  expect(status).toBe(200);
}

async function find(text: string) {
  const room = await findRoom(api.ctx.db, ownerId);
  if (!room) throw new Error('there is no room');
  const found = await findVideo(api.ctx, room, { text, ...ofOwner });
  return 'video' in found ? found.video : found.refusal.reason;
}

const upload = (body: object = {}) =>
  control('youtube', 'upload', { who: 'mkbhd', title: 'A lighthouse', seconds: 200, ...body })['video_id'] ?? '';
const made = (allow: object) => {
  const video = upload();
  control('youtube', 'allow', { who: 'mkbhd', video, ...allow });
  return video;
};
interface Youtube {
  readonly used: { units: number; searches: number };
  readonly limits: { isLimited: boolean; readonly perDay: { units: number; searches: number } };
}
const youtube = () => (api.sim.worlds.get('youtube') as unknown as { state: Youtube }).state;
const units = () => ({ ...youtube().used });
/** Makes Google refuse further calls from this quota. */
const limit = (bucket: 'units' | 'searches') => {
  const { limits } = youtube();
  limits.isLimited = true;
  limits.perDay[bucket] = 0;
};

describe('YouTube', () => {
  it('returns all facts about a video for one unit', async () => {
    const video = upload();
    control('youtube', 'allow', { who: 'mkbhd', video, views: 7 });
    const before = units().units;
    expect(await find(`https://youtu.be/${video}?t=90`)).toMatchObject({
      provider: 'youtube',
      kind: 'youtube',
      videoId: video,
      title: 'A lighthouse',
      author: 'Marques Brownlee',
      channelId: 'UCBJycsmduvYEL83R_U4JriQ',
      lengthSeconds: 200,
      views: 7,
      picture: expect.stringContaining(video),
    });
    expect(units().units - before).toBe(1);
  });

  it('is asked about many at once in two calls', async () => {
    const videos = Array.from({ length: 40 }, () => upload());
    const findPlayable = api.ctx.platforms.find('youtube')?.media?.findPlayable;
    const before = units().units;
    const found = await Promise.all(
      [...videos, 'aaaaaaaaaaa', ...videos].map(async (video) => await findPlayable?.(video)),
    );
    expect(found.map((each) => each?.id ?? null)).toEqual([...videos, null, ...videos]);
    // The first request does not wait, and the others share one call.
    expect(units().units - before).toBe(2);
  });

  it.each<[string, () => string, MediaReason]>([
    ['nothing', () => 'aaaaaaaaaaa', 'notFound'],
    [
      'a deleted video',
      () => {
        const video = upload();
        control('youtube', 'delete', { who: 'mkbhd', video });
        return video;
      },
      'notFound',
    ],
    [
      'a private one',
      () => {
        const video = upload();
        control('youtube', 'make-private', { who: 'mkbhd', video });
        return video;
      },
      'isPrivate',
    ],
    ['an unlisted one', () => made({ unlisted: true }), 'isPrivate'],
    ['one that may not be embedded', () => made({ embedding: false }), 'notEmbeddable'],
    ['one for adults', () => made({ mature: true }), 'ageRestricted'],
    ['a stream', () => control('youtube', 'go-live', { who: 'mkbhd' })['video_id'] ?? '', 'isLive'],
    ['a planned one', () => control('youtube', 'schedule', { who: 'mkbhd' })['video_id'] ?? '', 'isLive'],
    ['a premiere to come', () => control('youtube', 'premiere', { who: 'mkbhd' })['video_id'] ?? '', 'isLive'],
  ])('%s is refused', async (_what, video, reason) => {
    expect(await find(`https://youtu.be/${video()}`)).toBe(reason);
  });

  it("a video that is blocked in the streamer's country is refused there only", async () => {
    const [notInDe, onlyInGb] = [made({ notIn: ['DE'] }), made({ onlyIn: ['GB'] })];
    const both = async () => [await find(`https://youtu.be/${notInDe}`), await find(`https://youtu.be/${onlyInGb}`)];
    expect(await both()).toMatchObject([{ videoId: notInDe }, { videoId: onlyInGb }]);
    await setUp({ region: 'DE' });
    expect(await both()).toEqual(['regionLocked', 'regionLocked']);
    await setUp({ region: 'GB' });
    expect(await both()).toMatchObject([{ videoId: notInDe }, { videoId: onlyInGb }]);
  });

  it('without a unit left returns only the title', async () => {
    const [video, closed] = [upload(), made({ embedding: false })];
    limit('units');
    expect(await find(`https://youtu.be/${video}`)).toMatchObject({
      title: 'A lighthouse',
      author: 'Marques Brownlee',
      lengthSeconds: null,
      views: null,
    });
    expect(await find(`https://youtu.be/${closed}`)).toBe('notEmbeddable');
    expect(await find('https://youtu.be/aaaaaaaaaaa')).toBe('notFound');
  });

  it('that does not answer refuses', async () => {
    const video = upload();
    control('youtube', 'trouble', { kind: 'outage' });
    expect(await find(`https://youtu.be/${video}`)).toBe('platformDown');
  });
});

describe('words', () => {
  it('find the first video that may be played, for one search', async () => {
    const video = upload({ title: 'The old harbour song' });
    control('youtube', 'allow', {
      who: 'mkbhd',
      video: upload({ title: 'The old harbour song, closed' }),
      embedding: false,
    });
    const before = units();
    expect(await find('old harbour song')).toMatchObject({ videoId: video, kind: 'youtube' });
    expect(units()).toMatchObject({ searches: before.searches + 1 });
    expect(await searchesLeft(api.ctx, ownerId)).toBe(MOST_SEARCHES - 1);
    expect(await find('words that nobody has ever used')).toBe('nothingFound');
  });

  it('are searched for twenty times a day', async () => {
    const asked = await Promise.all(Array.from({ length: MOST_SEARCHES + 5 }, (_, count) => find(`nothing ${count}`)));
    expect(asked.filter((each) => each === 'nothingFound')).toHaveLength(MOST_SEARCHES);
    expect(asked.filter((each) => each === 'noSearchLeft')).toHaveLength(5);
    expect(await searchesLeft(api.ctx, ownerId)).toBe(0);
    api.clock.move(24 * 3_600_000);
    expect(await find('tomorrow')).toBe('nothingFound');
  });

  it('that Google does not search for any more are refused, and units are spent on', async () => {
    limit('searches');
    expect(await find('anything')).toBe('noSearchLeft');
    expect(await find(`https://youtu.be/${upload()}`)).toMatchObject({ lengthSeconds: 200 });
  });
});

describe('TikTok', () => {
  const who = 'lena.bakes';
  const video = () => control('tiktok', 'upload-video', { who, text: 'Look at this' })['video_id'] ?? '';

  it('returns the author of a video, but not its length', async () => {
    const id = video();
    expect(await find(`https://www.tiktok.com/@${who}/video/${id}?lang=en`)).toMatchObject({
      provider: 'tiktok',
      kind: 'tiktok',
      videoId: id,
      title: 'Look at this',
      author: expect.any(String),
      channelId: who,
      lengthSeconds: null,
    });
    expect(await find('https://www.tiktok.com/@nobody/video/7158497794536377605')).toBe('notFound');
  });

  it.each(['vm.tiktok.com', 'vt.tiktok.com', 'www.tiktok.com'])('is found by a short link of %s', async (host) => {
    const id = video();
    const { url = '' } = control('tiktok', 'shorten', { who, video: id, host });
    expect(new URL(url).hostname).toBe(host);
    expect(await find(url)).toMatchObject({ videoId: id });
  });

  it('refuses a short link that leads elsewhere, in circles, or nowhere', async () => {
    const to = (address: string) => control('tiktok', 'shorten', { who, to: address })['url'] ?? '';
    expect(await find(to('https://evil.test/x'))).toBe('notAllowedSite');
    expect(await find(to('https://www.tiktok.com.evil.test/@a/video/7158497794536377605'))).toBe('notAllowedSite');
    expect(await find(to('http://www.tiktok.com/@a/video/7158497794536377605'))).toBe('notFound');
    expect(await find(to('https://www.tiktok.com/@a/live'))).toBe('notFound');
    expect(await find('https://vm.tiktok.com/ZMnobody1/')).toBe('notFound');
    const id = video();
    const chain = to(to(to(`https://www.tiktok.com/@${who}/video/${id}`)));
    expect(await find(chain)).toMatchObject({ videoId: id });
    expect(await find(to(chain))).toBe('notFound');
  });
});
