import { AppError, type Playable } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import type { LookedUp } from './client.ts';
import { YoutubePlayable } from './playable.external.ts';
import { together } from './playable.ts';

const item = (change: { content?: string; details?: object; live?: object; status?: object } = {}) => ({
  id: 'dQw4w9WgXcQ',
  snippet: {
    publishedAt: '2026-01-01T00:00:00Z',
    channelId: 'UCBJycsmduvYEL83R_U4JriQ',
    channelTitle: 'A channel',
    title: 'A title',
    thumbnails: { medium: { url: 'https://i.ytimg.com/vi/x/mqdefault.jpg' } },
    liveBroadcastContent: change.content ?? 'none',
  },
  contentDetails: { duration: 'PT3M20S', ...change.details },
  ...(change.live ? { liveStreamingDetails: change.live } : {}),
  status: { privacyStatus: 'public', embeddable: true, ...change.status },
  statistics: { viewCount: '7' },
});

describe('a video', () => {
  it('is read as it arrives', () => {
    expect(YoutubePlayable.parse(item())).toEqual({
      id: 'dQw4w9WgXcQ',
      title: 'A title',
      author: 'A channel',
      channelId: 'UCBJycsmduvYEL83R_U4JriQ',
      lengthSeconds: 200,
      views: 7,
      publishedAt: new Date('2026-01-01T00:00:00Z'),
      pictureUrl: 'https://i.ytimg.com/vi/x/mqdefault.jpg',
      isPublic: true,
      isEmbeddable: true,
      isAgeRestricted: false,
      isLive: false,
      regions: null,
    });
  });

  it.each<[object, Partial<Playable>]>([
    [{ details: { duration: 'P0D' } }, { lengthSeconds: null }],
    [{ details: { regionRestriction: { blocked: ['DE'] } } }, { regions: { notIn: ['DE'] } }],
    // Blocked everywhere: https://developers.google.com/youtube/v3/docs/videos#contentDetails.regionRestriction.allowed
    [{ details: { regionRestriction: { allowed: [] } } }, { regions: { only: [] } }],
    [{ content: 'upcoming' }, { isLive: true }],
    [{ content: 'live' }, { isLive: true }],
    [{ live: { actualStartTime: '2026-01-01T00:00:00Z' } }, { isLive: true }],
    [{ live: { actualStartTime: '2026-01-01T00:00:00Z', actualEndTime: '2026-01-01T01:00:00Z' } }, { isLive: false }],
    [{ status: { privacyStatus: 'unlisted' } }, { isPublic: false }],
    [{ status: { embeddable: false } }, { isEmbeddable: false }],
    [{ details: { contentRating: { ytRating: 'ytAgeRestricted' } } }, { isAgeRestricted: true }],
  ])('%j', (change, part) => expect(YoutubePlayable.parse(item(change))).toMatchObject(part));
});

const video = (id: string) => ({ ...YoutubePlayable.parse(item()), id });

describe('questions at the same time', () => {
  function desk(answer: (ids: readonly string[]) => Promise<Map<string, LookedUp<Playable>>>) {
    const asked: string[][] = [];
    const find = together(async (ids) => {
      asked.push([...ids]);
      return await answer(ids);
    });
    return { find, asked };
  }
  const found = async (ids: readonly string[]) =>
    new Map(ids.map((id): [string, LookedUp<Playable>] => [id, { state: 'found', video: video(id) }]));

  it('are batched while a call is running, at most fifty, without duplicates', async () => {
    const { find, asked } = desk(found);
    const ids = Array.from({ length: 70 }, (_, count) => `v${count}`);
    const answers = await Promise.all([...ids, ...ids].map(find));
    expect(answers.map((each) => each?.id)).toEqual([...ids, ...ids]);
    expect(asked.map(({ length }) => length)).toEqual([1, 50, 20]);
    expect(await find('later')).toMatchObject({ id: 'later' });
  });

  it('distinguish a missing video from an unreadable one', async () => {
    const { find } = desk(async () => new Map([['odd', { state: 'unknown', reason: 'odd' }]]));
    expect(await find('none')).toBeNull();
    await expect(find('odd')).rejects.toMatchObject({ kind: 'odd' });
  });

  it('all fail with their batch, and the next batch is asked', async () => {
    let isSpent = true;
    const { find } = desk(async (ids) => {
      if (isSpent) throw new AppError('lookUpsUsedUp', { platform: 'YouTube' });
      return await found(ids);
    });
    const failed = await Promise.allSettled([find('a'), find('b'), find('c')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isSpent = false;
    expect(await find('a')).toMatchObject({ id: 'a' });
  });
});
