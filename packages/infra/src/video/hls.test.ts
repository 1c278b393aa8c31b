import { expect, test } from 'vitest';
import { chooseRendition, readMaster, readMedia } from './hls.ts';

const base = 'https://stream.kick.com/a/master.m3u8?token=x';
const master = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=8000000,RESOLUTION=1920x1080,CODECS="avc1.64002A,mp4a.40.2"',
  '1080p60/playlist.m3u8',
  '#EXT-X-STREAM-INF:BANDWIDTH=3422999,RESOLUTION=1280x720',
  '720p60/playlist.m3u8?token=y',
  '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=600000,RESOLUTION=640x360',
  '360p30/playlist.m3u8',
  '#EXT-X-STREAM-INF:RESOLUTION=640x360',
  'without-bandwidth.m3u8',
  '',
].join('\r\n');

test('the best size up to a height is taken, or else the smallest', () => {
  const sizes = readMaster(master, base);
  expect(sizes).toHaveLength(3);
  expect(chooseRendition(sizes, 720)?.url).toBe('https://stream.kick.com/a/720p60/playlist.m3u8?token=y');
  expect(chooseRendition(sizes, 1_080)?.bandwidth).toBe(8_000_000);
  expect(chooseRendition(sizes, 144)).toMatchObject({ bandwidth: 600_000, height: 360 });
  expect(chooseRendition([], 720)).toBeNull();
});

test('a playlist says how long it is, and whether it goes on', () => {
  const media = '#EXTM3U\n#EXTINF:10.000,\n0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:6.5,title\n1.ts\n';
  expect(readMedia(media)).toEqual({ isEnded: false, seconds: 16.5, segments: 2 });
  expect(readMedia(`${media}#EXT-X-ENDLIST`)?.isEnded).toBe(true);
});

test.each([
  ['HTML', '<!doctype html><title>Just a moment…</title>'],
  ['nothing', ''],
  ['a list of sizes', master],
  ['negative lengths', '#EXTM3U\n#EXTINF:-10,\n0.ts\n#EXT-X-ENDLIST'],
  ['lengths that are none', '#EXTM3U\n#EXTINF:much,\n0.ts\n#EXT-X-ENDLIST'],
  ['no segment', '#EXTM3U\n#EXT-X-ENDLIST'],
])('%s is no playlist of a recording', (_what, text) => {
  expect(readMedia(text)).toBeNull();
});
