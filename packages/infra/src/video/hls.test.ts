import { expect, test } from 'vitest';
import { chooseRendition, listPieces, readMaster, readMedia } from './hls.ts';

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

test('picks the best size up to a height, or else the smallest', () => {
  const sizes = readMaster(master, base);
  expect(sizes).toHaveLength(3);
  expect(chooseRendition(sizes, 720)?.url).toBe('https://stream.kick.com/a/720p60/playlist.m3u8?token=y');
  expect(chooseRendition(sizes, 1_080)?.bandwidth).toBe(8_000_000);
  expect(chooseRendition(sizes, 144)).toMatchObject({ bandwidth: 600_000, height: 360 });
  expect(chooseRendition([], 720)).toBeNull();
});

test('a playlist has a length, and is complete or still growing', () => {
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

test('segments are listed in order, with their discontinuities; other formats are refused', () => {
  const lines = [
    '#EXTM3U',
    '#EXTINF:10,',
    '0.ts?a=b',
    '#EXT-X-DISCONTINUITY',
    '#EXTINF:10,',
    '/1.ts',
    '#EXTINF:2,',
    '2.ts',
  ];
  expect(listPieces(lines.join('\r\n'), 'https://a.example/x/y.m3u8')).toEqual([
    { url: 'https://a.example/x/0.ts?a=b', isBreak: false },
    { url: 'https://a.example/1.ts', isBreak: true },
    { url: 'https://a.example/x/2.ts', isBreak: false },
  ]);
  for (const tag of ['#EXT-X-MAP:URI="a.mp4"', '#EXT-X-KEY:METHOD=AES-128,URI="k"', '#EXT-X-BYTERANGE:75232@0'])
    expect(listPieces([...lines, tag].join('\n'), 'https://a.example/')).toBeNull();
});
