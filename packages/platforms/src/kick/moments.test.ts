import { silentLog, UpstreamError } from '@tally/kernel';
import { beforeEach, expect, it } from 'vitest';
import { createMoments } from './moments.ts';
import type { SiteClip } from './site/site.external.ts';
import type { KickSite } from './site/site.ts';

let answers: Record<string, unknown>;
let asked: string[];
const host = (name: string): KickSite => ({
  async get(path, _query, schema) {
    asked.push(`${name}${path}`);
    const answer = answers[`${name}${path}`];
    if (answer instanceof Error) throw answer;
    return answer === undefined ? null : schema.parse(answer);
  },
  async post() {
    throw new Error('nothing is sent here');
  },
});
const pageId = '0a0b0c0d-0000-4000-8000-000000000001';
const clock = { now: () => new Date('2026-11-28T12:00:00Z') };
const clip = (about: Partial<SiteClip> = {}) =>
  ({
    id: 'clip_1',
    vod: { id: 'older' },
    vod_starts_at: 61.5,
    started_at: new Date('2026-11-28T11:00:00Z'),
    ...about,
  }) as SiteClip;
const find = async (of: SiteClip) =>
  await createMoments({ site: host('site'), mobile: host('app') }, { clock, log: silentLog })('ada', of);
const inApp = { data: { id: 'clip_1', video: { id: 'page-of-the-app', offset: 75.2 } } };

beforeEach(() => {
  [answers, asked] = [{}, []];
});

it('asks nothing else if kick.com names the page', async () => {
  answers = { 'site/api/v1/video/older': { vod_id: pageId } };
  expect(await find(clip())).toBe(`https://kick.com/ada/videos/${pageId}?t=61`);
  expect(asked).toEqual(['site/api/v1/video/older']);
});

it.each([
  ['names no recording', { vod: null }],
  ['names no moment', { started_at: new Date('0001-01-01T00:00:00Z') }],
  ['names a recording without a page', {}],
])('asks as the app does for a clip that %s', async (_, about) => {
  answers = { 'app/api/v1/clips/clip_1': inApp };
  expect(await find(clip(about))).toBe('https://kick.com/ada/videos/page-of-the-app?t=75');
});

it('without a recording in either place there is no link, and trouble is no error', async () => {
  answers = { 'app/api/v1/clips/clip_1': { data: { video: null } } };
  expect(await find(clip())).toBeNull();
  const down = new UpstreamError({ world: 'kick', kind: 'down', message: 'no answer' });
  answers = { 'site/api/v1/video/older': down, 'app/api/v1/clips/clip_1': down };
  expect(await find(clip())).toBeNull();
});
