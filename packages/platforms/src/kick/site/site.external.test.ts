import { expect, test } from 'vitest';
import { SiteBadges, SiteClips, SiteVideos, WebVideos } from './site.external.ts';

const clip = { id: 'clip_1', title: 'A', created_at: '2026-11-20T18:00:00Z', duration: 30 };
const webVideo = {
  id: '0b5f8bb5-2ad4-4d4f-9b7f-4a6f1f2f7a01',
  title: 'A',
  start_time: '2026-11-20T18:00:00Z',
  duration: 60,
  is_live: false,
  status: 'public',
};
const siteVideo = { session_title: 'A', is_live: false, start_time: '2026-11-20 18:00:00', duration: 60_000 };
const odd = [null, 7, {}, { id: '../x' }];

test('skips an unreadable item and keeps the rest of its list', () => {
  expect(SiteClips.parse({ clips: [...odd, clip] }).clips.map(({ id }) => id)).toEqual(['clip_1']);
  expect(WebVideos.parse({ data: [...odd, webVideo] }).data).toHaveLength(1);
  expect(SiteVideos.parse([...odd, siteVideo])).toHaveLength(1);
  const badges = [...odd, { months: 3, badge_image: { src: 'https://files.kick.com/3.png' } }];
  expect(SiteBadges.parse({ subscriber_badges: badges })).toEqual([{ months: 3, url: 'https://files.kick.com/3.png' }]);
});

test('an answer that is no list is still odd', () => {
  for (const schema of [SiteVideos, WebVideos, SiteClips]) expect(schema.safeParse('<html>').success).toBe(false);
});

test('views of a clip have a newer and an older name', () => {
  const viewsOf = (names: object) => SiteClips.parse({ clips: [{ ...clip, ...names }] }).clips[0]?.views;
  expect(viewsOf({ view_count: 12 })).toBe(12);
  expect(viewsOf({ views: 11 })).toBe(11);
  expect(viewsOf({ view_count: 12, views: 11 })).toBe(12);
  expect(viewsOf({})).toBeNull();
});
