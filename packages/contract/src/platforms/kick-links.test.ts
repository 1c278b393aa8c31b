import { expect, test } from 'vitest';
import { findKickLinks, fixedUrlOf, pathOf, readKickLink, readPath } from './kick-links.ts';

const clip = 'clip_01KA9N0Y5V2M4Q';
const video = '01a0c1f2-7b00-7d00-8a00-000000001007';
const fixed = (text: string) => {
  const link = readKickLink(text);
  return link && fixedUrlOf('https://tally.test', link);
};

test.each([
  ['https://kick.com/xQc', 'xqc'],
  ['kick.com/x_q-c/', 'x_q-c'],
  [' http://www.kick.com/xqc?ref=1#top ', 'xqc'],
  [`https://kick.com/xqc/clips/${clip}`, `xqc/clips/${clip}`],
  [`https://kick.com/xqc?clip=${clip}`, `xqc/clips/${clip}`],
  [`https://kick.com/xqc/videos/${video.toUpperCase()}`, `xqc/videos/${video}`],
  [`https://kick.com/video/${video}`, `videos/${video}`],
])('%s becomes /e/%s', (text, path) => {
  expect(fixed(text)).toBe(`https://tally.test/e/${path}`);
  // Every link that we produce can be parsed again.
  const segments = path.split('/');
  expect(pathOf(readPath(segments) as never)).toBe(path);
});

test.each([
  '',
  'xqc',
  'https://kick.com/',
  'https://kick.com/browse',
  'https://kick.com.evil.test/xqc',
  'https://evil.test/kick.com/xqc',
  'https://kick.com@evil.test/xqc',
  'https://kick.com:8080/xqc',
  'javascript:alert(1)//kick.com/xqc',
  'https://kick.com/xqc/clips/..%2F..%2Fadmin',
  'https://kick.com/xqc/clips/clip_"><meta',
  'https://kick.com/xqc/videos/etc%2Fpasswd',
  `https://kick.com/${'x'.repeat(26)}`,
])('%s is no link that we can improve', (text) => expect(fixed(text)).toBeNull());

test.each([
  ['see https://kick.com/xqc, or (https://kick.com/lumi)!', ['xqc', 'lumi']],
  ['[a stream](https://kick.com/xqc) **https://kick.com/lumi**', ['xqc', 'lumi']],
  [`https://kick.com/xqc https://KICK.com/XQC?a=1 https://kick.com/xqc?clip=${clip}`, ['xqc', `xqc/clips/${clip}`]],
  // Discord makes no link from text without a URL, and deliberately hidden links stay hidden.
  ['kick.com/xqc <https://kick.com/xqc> `https://kick.com/xqc` || https://kick.com/xqc ||', []],
  ['https://notkick.com/xqc https://kick.com.evil.test/xqc https://evil.test/?u=kick.com/xqc', []],
  ['https://kick.com/categories https://kick.com/', []],
])('the links of "%s"', (text, paths) => {
  expect(findKickLinks(text).map(pathOf)).toEqual(paths);
});
