import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, startTestYoutube, type TestYoutube } from '../test-world.ts';

const mkbhd = 'UCBJycsmduvYEL83R_U4JriQ';
const MINUTE = 60_000;
let youtube: TestYoutube;

beforeEach(async () => {
  youtube = await startTestYoutube();
});
afterEach(() => youtube.close());

const made = (name: string, body: object) => pick(youtube.control(name, { who: 'mkbhd', ...body }), 'video_id');
const items = async (path: string) => pickList((await youtube.get(path)).json, 'items');
const reason = async (path: string) => {
  const { status, json } = await youtube.get(path);
  return [status, pick(json, 'error', 'code'), pick(json, 'error', 'errors', 0, 'reason')];
};
const all = 'part=snippet,contentDetails,liveStreamingDetails,status,statistics';

describe('a key', () => {
  test('is needed, and the right one', async () => {
    expect(await reason('videos?part=id&id=a&key=')).toEqual([403, '403', 'forbidden']);
    const wrong = await youtube.get('videos?part=id&id=a&key=wrong');
    expect([wrong.status, pick(wrong.json, 'error', 'details', 0, 'reason')]).toEqual([400, 'API_KEY_INVALID']);
  });

  test('may be sent in a header', async () => {
    const headers = { 'x-goog-api-key': 'sim-youtube-key' };
    expect((await fetch(`${youtube.url}/youtube/api/youtube/v3/videos?part=id&id=a`, { headers })).status).toBe(200);
    // Google's own client requests this path below a host.
    expect((await fetch(`${youtube.url}/youtube/v3/videos?part=id&id=a`, { headers })).status).toBe(200);
  });
});

describe('videos', () => {
  test('of every kind look as documented', async () => {
    const ids = [
      made('upload', { seconds: 3_725 }),
      made('short', {}),
      made('schedule', { minutes: 30 }),
      made('premiere', { minutes: 30, seconds: 600 }),
      made('go-live', { viewers: 77 }),
    ];
    const [upload, short, planned, premiere, live] = await items(`videos?${all}&id=${ids.join(',')}`);
    expect(upload).toMatchObject({
      kind: 'youtube#video',
      snippet: { channelId: mkbhd, liveBroadcastContent: 'none', channelTitle: 'Marques Brownlee' },
      contentDetails: { duration: 'PT1H2M5S' },
      status: { privacyStatus: 'public' },
    });
    expect(upload).not.toHaveProperty('liveStreamingDetails');
    expect(short).toMatchObject({ contentDetails: { duration: 'PT41S' } });
    expect(planned).toMatchObject({
      snippet: { liveBroadcastContent: 'upcoming' },
      contentDetails: { duration: 'P0D' },
      liveStreamingDetails: { scheduledStartTime: '2026-11-21T18:30:00Z' },
    });
    expect(premiere).toMatchObject({
      snippet: { liveBroadcastContent: 'upcoming' },
      contentDetails: { duration: 'PT10M' },
    });
    expect(live).toMatchObject({
      snippet: { liveBroadcastContent: 'live' },
      liveStreamingDetails: { actualStartTime: '2026-11-21T18:00:00Z', concurrentViewers: '77' },
    });
  });

  test('a premiere starts and ends without a person', async () => {
    const id = made('premiere', { minutes: 30, seconds: 600 });
    const state = async () => pick((await items(`videos?part=snippet&id=${id}`))[0], 'snippet', 'liveBroadcastContent');
    youtube.clock.advance(30 * MINUTE);
    await expect.poll(state).toBe('live');
    youtube.clock.advance(10 * MINUTE);
    await expect.poll(state).toBe('none');
  });

  test('a finished stream is its own recording', async () => {
    const id = made('go-live', {});
    youtube.clock.advance(90 * MINUTE);
    youtube.control('end', { who: 'mkbhd' });
    expect(await items(`videos?${all}&id=${id}`)).toMatchObject([
      {
        contentDetails: { duration: 'PT1H30M' },
        liveStreamingDetails: { actualEndTime: '2026-11-21T19:30:00Z' },
        snippet: { liveBroadcastContent: 'none' },
      },
    ]);
  });

  test('that are private, deleted or unknown are not in the answer', async () => {
    const id = made('upload', {});
    youtube.control('make-private', { who: 'mkbhd' });
    expect(await items(`videos?part=id&id=${id},nothing0000`)).toEqual([]);
    youtube.control('make-public', { who: 'mkbhd' });
    expect(await items(`videos?part=id&id=${id}`)).toHaveLength(1);
    youtube.control('delete', { who: 'mkbhd', video: id });
    expect(await items(`videos?part=id&id=${id}`)).toEqual([]);
  });

  test('a dropped connection is still live, without viewers', async () => {
    const id = made('go-live', {});
    youtube.control('drop', { who: 'mkbhd', minutes: 3 });
    const [video] = await items(`videos?${all}&id=${id}`);
    expect(pick(video, 'snippet', 'liveBroadcastContent')).toBe('live');
    expect(video).not.toHaveProperty('liveStreamingDetails.concurrentViewers');
    youtube.clock.advance(3 * MINUTE);
    await expect
      .poll(async () => (await items(`videos?${all}&id=${id}`))[0])
      .toHaveProperty('liveStreamingDetails.concurrentViewers');
  });

  test('numbers have a quota of their own', async () => {
    const id = made('upload', {});
    expect(await items(`videos:batchGetStats?part=statistics,contentDetails&id=${id}`)).toMatchObject([
      { kind: 'youtube#videoStats', statistics: { viewCount: '0' }, contentDetails: { durationMillis: '754000' } },
    ]);
    expect(youtube.summary()).toMatchObject({ quota: { units: 0, stats: 1 } });
  });
});

test('reports what an owner allows, and searches respect it', async () => {
  const words = (query: string) => items(`search?part=snippet&type=video&q=striped+lighthouse&${query}`);
  const ids = async (query: string) => (await words(query)).map((each) => pick(each, 'id', 'videoId'));
  const [open, closed, adult, local, unlisted] = Array.from({ length: 5 }, () =>
    made('upload', { title: 'A striped lighthouse' }),
  ) as [string, string, string, string, string];
  const allow = (video: string, body: object) => youtube.control('allow', { who: 'mkbhd', video, ...body });
  allow(closed, { embedding: false, kids: true });
  allow(adult, { mature: true, notIn: ['DE'] });
  allow(local, { onlyIn: ['GB', 'FR'], views: 7 });
  allow(unlisted, { unlisted: true });
  const shown = await items(`videos?${all}&id=${[closed, adult, local, unlisted].join(',')}`);
  expect(shown).toMatchObject([
    { status: { embeddable: false, madeForKids: true, privacyStatus: 'public' } },
    { contentDetails: { contentRating: { ytRating: 'ytAgeRestricted' }, regionRestriction: { blocked: ['DE'] } } },
    { contentDetails: { regionRestriction: { allowed: ['GB', 'FR'] } }, statistics: { viewCount: '7' } },
    { status: { privacyStatus: 'unlisted', embeddable: true } },
  ]);
  const most = 'maxResults=50';
  expect((await ids(most)).toSorted()).toEqual([open, closed, adult, local].toSorted());
  expect(await ids(`${most}&videoEmbeddable=true`)).not.toContain(closed);
  expect(await ids(`${most}&safeSearch=strict`)).not.toContain(adult);
  expect((await ids(`${most}&regionCode=DE`)).toSorted()).toEqual([open, closed].toSorted());
  expect(await reason('search?part=snippet&q=x&videoEmbeddable=true')).toEqual([400, '400', 'invalidSearchFilter']);
  expect(await reason('search?part=snippet&type=video&regionCode=Germany')).toEqual([400, '400', 'invalidRegionCode']);
  expect(await reason('search?part=snippet&safeSearch=very')).toEqual([400, '400', 'invalidParameter']);
});

describe('parameters', () => {
  test.each([
    ['videos?id=a', 400, 'required'],
    ['videos?part=everything&id=a', 400, 'unknownPart'],
    ['videos?part=id', 400, 'missingRequiredParameter'],
    [`videos?part=id&id=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 400, 'invalidFilters'],
    ['videos?part=id&id=a&fields=items(', 400, 'invalidParameter'],
    ['channels?part=id&id=a&forHandle=b', 400, 'incompatibleParameters'],
    ['playlistItems?part=id&playlistId=UUnobody', 404, 'playlistNotFound'],
    [`playlistItems?part=id&playlistId=UU${mkbhd.slice(2)}&maxResults=51`, 400, 'invalidParameter'],
    [`playlistItems?part=id&playlistId=UU${mkbhd.slice(2)}&pageToken=x`, 400, 'invalidPageToken'],
  ])('%s is refused with %s %s', async (path, status, word) => {
    expect(await reason(path)).toEqual([status, String(status), word]);
  });

  test('fields cut the answer, and an etag saves it', async () => {
    const id = made('upload', { title: 'Short answer' });
    const { json, headers } = await youtube.get(`videos?part=snippet&id=${id}&fields=items(id,snippet/title)`);
    expect(json).toEqual({ items: [{ id, snippet: { title: 'Short answer' } }] });
    const again = await fetch(
      `${youtube.url}/youtube/api/youtube/v3/videos?part=snippet&id=${id}&key=sim-youtube-key`,
      {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      },
    );
    expect(again.status).toBe(304);
  });
});

describe('channels', () => {
  test('are found by id, handle and old name', async () => {
    const ids = async (query: string) => (await items(`channels?part=id&${query}`)).map((each) => pick(each, 'id'));
    expect(await ids(`id=${mkbhd},UCSJ4gkVC6NrvII8umztf0Ow`)).toEqual([mkbhd, 'UCSJ4gkVC6NrvII8umztf0Ow']);
    expect(await ids('forHandle=@MKBHD')).toEqual([mkbhd]);
    expect(await ids('forHandle=mkbhd')).toEqual([mkbhd]);
    expect(await ids('forUsername=marquesbrownlee')).toEqual([mkbhd]);
    expect((await youtube.get('channels?part=id&forHandle=nobody')).json).not.toHaveProperty('items');
  });

  test('keep their id when they are renamed', async () => {
    youtube.control('rename', { who: 'mkbhd', name: 'marques', title: 'Marques' });
    expect(await items('channels?part=snippet&forHandle=marques')).toMatchObject([
      { id: mkbhd, snippet: { customUrl: '@marques', title: 'Marques' } },
    ]);
  });
});

test('the lists of a channel come in pages', async () => {
  const short = made('short', {});
  const tail = mkbhd.slice(2);
  const page = await youtube.get(`playlistItems?part=contentDetails&playlistId=UU${tail}&maxResults=4`);
  const next = await youtube.get(
    `playlistItems?part=contentDetails&playlistId=UU${tail}&maxResults=4&pageToken=${pick(page.json, 'nextPageToken')}`,
  );
  expect([pickList(page.json, 'items').length, pickList(next.json, 'items').length]).toEqual([4, 2]);
  const [newest] = await items(`playlistItems?part=contentDetails&playlistId=UUSH${tail}`);
  expect(pick(newest, 'contentDetails', 'videoId')).toBe(short);
  expect(await items(`playlistItems?part=id&playlistId=UULV${tail}&videoId=${short}`)).toEqual([]);
});

test('answers every existing part, refuses those of the owner, and knows no others', async () => {
  const id = made('upload', {});
  const [video] = await items(`videos?part=snippet,player,topicDetails,recordingDetails,localizations&id=${id}`);
  expect(pick(video, 'player', 'embedHtml')).toContain(`/embed/${id}`);
  const [channel] = await items(`channels?part=brandingSettings,topicDetails,localizations&id=${mkbhd}`);
  expect(pick(channel, 'brandingSettings', 'channel', 'title')).toBe('Marques Brownlee');
  expect(await reason(`videos?part=fileDetails&id=${id}`)).toEqual([403, '403', 'forbidden']);
  expect(await reason(`videos?part=everything&id=${id}`)).toEqual([400, '400', 'unknownPart']);
});

test('a chart lists the most watched first; asking for own ratings needs a login', async () => {
  const chart = await items('videos?part=statistics&chart=mostPopular&maxResults=3');
  const views = chart.map((video) => Number(pick(video, 'statistics', 'viewCount')));
  expect(views).toHaveLength(3);
  expect(views).toEqual(views.toSorted((left, right) => right - left));
  expect((await reason('videos?part=id&chart=newest'))[0]).toBe(400);
  expect(await reason('videos?part=id&myRating=like')).toEqual([401, '401', 'authorizationRequired']);
});

test('an entry of a list is found by its own id', async () => {
  const path = `playlistItems?part=snippet&playlistId=UU${mkbhd.slice(2)}`;
  const second = (await items(path))[1];
  const found = await items(`playlistItems?part=snippet&id=${pick(second, 'id')},unknown`);
  expect(found).toEqual([second]);
});

test('a search respects its times, lengths and categories, and accepts no others', async () => {
  const id = made('upload', { seconds: 3_000 });
  const search = `search?part=snippet&type=video&channelId=${mkbhd}&maxResults=50`;
  const ids = async (more: string) => (await items(`${search}&${more}`)).map((found) => pick(found, 'id', 'videoId'));
  expect(await ids('publishedAfter=2026-11-21T17:59:00Z')).toEqual([id]);
  expect(await ids('publishedBefore=2026-11-21T17:59:00Z')).not.toContain(id);
  const [found] = await items(`videos?part=snippet&id=${id}`);
  expect(await ids(`publishedBefore=${pick(found, 'snippet', 'publishedAt')}`)).toContain(id);
  expect(await ids('videoDuration=long')).toContain(id);
  expect(await ids('videoDuration=short')).not.toContain(id);
  expect(await ids('videoCategoryId=99')).toEqual([]);
  expect(await reason(`${search}&publishedAfter=yesterday`)).toEqual([400, '400', 'invalidParameter']);
  expect(await reason('search?part=id&videoDuration=long')).toEqual([400, '400', 'invalidSearchFilter']);
});

test('a search finds running streams', async () => {
  const id = made('go-live', { title: 'Needle' });
  const found = await items(`search?part=snippet&type=video&eventType=live&channelId=${mkbhd}`);
  expect(found).toMatchObject([{ id: { videoId: id }, snippet: { title: 'Needle' } }]);
  expect(await items('search?part=snippet&type=channel&q=brownlee')).toMatchObject([
    { id: { kind: 'youtube#channel', channelId: mkbhd }, snippet: { channelTitle: 'Marques Brownlee' } },
  ]);
  expect(await reason('search?part=id&type=people')).toEqual([400, '400', 'invalidParameter']);
  expect(await reason('search?part=id&order=luck')).toEqual([400, '400', 'invalidParameter']);
});

describe('the quota', () => {
  test('counts every call, a bad one too, until midnight in California', async () => {
    youtube.control('quota', { units: 3 });
    await youtube.get('videos?part=id&id=a');
    await youtube.get('videos?part=nonsense&id=a');
    await youtube.get('channels?part=id&id=a');
    const { status, json } = await youtube.get('videos?part=id&id=a');
    expect([status, pick(json, 'error', 'errors', 0, 'domain')]).toEqual([403, 'youtube.quota']);
    // 18:00 UTC is 10:00 in California.
    youtube.clock.advance(14 * 60 * MINUTE - 1);
    expect(await reason('videos?part=id&id=a')).toEqual([403, '403', 'quotaExceeded']);
    youtube.clock.advance(1);
    expect((await youtube.get('videos?part=id&id=a')).status).toBe(200);
  });

  test('the search limit is a hundred a day, and other calls continue', async () => {
    for (let call = 0; call < 100; call += 1) expect((await youtube.get('search?part=id')).status).toBe(200);
    expect(await reason('search?part=id')).toEqual([403, '403', 'quotaExceeded']);
    expect((await youtube.get('videos?part=id&id=a')).status).toBe(200);
  });
});

test('answers an unknown call with 501 and remembers it', async () => {
  expect((await youtube.get('commentThreads?part=id')).status).toBe(501);
  expect(youtube.unknown).toEqual(['GET /api/youtube/v3/commentThreads']);
});
