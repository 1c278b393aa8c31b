import processes from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { BufferSource, Input, MP4, MPEG_TS } from 'mediabunny';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstMoment, moveClock } from './__fixtures__/move-clock.ts';
import { type Mark, openRemux } from './index.ts';

/** The processes that read recordings, which the tests signal from outside. */
const readers: processes.ChildProcess[] = [];
const { fork } = processes;
const setFork = (to: typeof fork) => {
  processes.fork = to;
  syncBuiltinESMExports();
};
beforeAll(() => {
  const apply = (_fork: typeof fork, _self: unknown, about: Parameters<typeof fork>) => {
    const child = fork(...about);
    readers.push(child);
    return child;
  };
  setFork(new Proxy(fork, { apply }));
});
afterAll(() => setFork(fork));

/** The segments of the simulated Kick, ten seconds each. */
const segments = [0, 1, 2].map((number) =>
  readFileSync(new URL(`../../../../apps/sim/src/kick/media/segment-${number}.mpegts`, import.meta.url)),
);
let origin: string;
/** If set, these bytes replace the recording in every segment. */
let segmentsAre: Buffer | undefined;
let piecesAre: readonly Buffer[] = segments;
/** The ways in which the next requests for the second segment fail. */
let faults: ((response: ServerResponse) => void)[] = [];
let lines: string[] = [];
const asked: string[] = [];

const server = createServer((request, response) => {
  const path = (request.url ?? '').slice(1);
  asked.push(path);
  if (path === 'playlist.m3u8') return void response.end(['#EXTM3U', '#EXT-X-TARGETDURATION:10', ...lines].join('\n'));
  const fault = path === '1.ts' ? faults.shift() : undefined;
  if (fault) return fault(response);
  const body = segmentsAre ?? piecesAre[Number.parseInt(path, 10) % piecesAre.length];
  response.writeHead(200, { 'content-type': 'video/mp2t' }).end(body);
});
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end('no');
const cutShort = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 100_000 });
  response.write(segments[1]?.subarray(0, 5_000), () => response.destroy());
};
const playlistOf = (count: number): string[] => [
  ...Array.from({ length: count }, (_, at) => [
    ...(at > 0 && at % 3 === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:10.000,\n${at}.ts`,
  ]).flat(),
  '#EXT-X-ENDLIST',
];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  faults = [];
  segmentsAre = undefined;
  piecesAre = segments;
  lines = playlistOf(3);
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type More = Partial<Parameters<typeof openRemux>[0]>;
const questionOf = (more: More) => ({
  url: `${origin}/playlist.m3u8`,
  origins: [origin],
  headers: {},
  maxBytes: 10_000_000,
  maxRequests: 100,
  playlistBytes: 100_000,
  retries: 2,
  retryPauseMs: 1,
  ...more,
});
const open = (more: More) => openRemux(questionOf(more));
const sourceOf = (bytes: Buffer) => new BufferSource(new Uint8Array(bytes));
async function packetsIn(input: Input): Promise<number> {
  return (await (await input.getPrimaryVideoTrack())?.computePacketStats())?.packetCount ?? 0;
}
const read = async (mp4: Buffer) => {
  const input = new Input({ source: sourceOf(mp4), formats: [MP4] });
  const codecs = (await input.getTracks()).map(({ codec }) => codec);
  return { seconds: Math.round(await input.computeDuration()), codecs };
};

const remuxed = async (more: More = {}): Promise<Buffer> => Buffer.from(await new Response(open(more)).arrayBuffer());

describe('seven segments, twice', () => {
  let [first, second]: Buffer[] = [];
  beforeAll(async () => {
    lines = playlistOf(7);
    [first, second] = [await remuxed(), await remuxed()];
  });

  test('become one mp4 of their total length, even when their clock restarts', async () => {
    expect(await read(first as Buffer)).toEqual({ seconds: 70, codecs: ['avc', 'aac'] });
  });

  test('keep every picture', async () => {
    const each = await packetsIn(new Input({ source: sourceOf(segments[0] as Buffer), formats: [MPEG_TS] }));
    expect(await packetsIn(new Input({ source: sourceOf(first as Buffer), formats: [MP4] }))).toBe(each * 7);
  });

  test('differ only in the times at the start, so stored bytes need not be stored again', () => {
    expect(first?.length).toBe(second?.length);
    expect(first?.subarray(4_096).equals(second?.subarray(4_096) as Buffer)).toBe(true);
  });
});

test('a segment that is missing for a moment, or breaks off, is requested again', async () => {
  faults = [status(404), cutShort];
  expect((await read(await remuxed())).seconds).toBe(30);
  expect(asked.filter((path) => path === '1.ts')).toHaveLength(3);
});

test.each([
  ['unreachable', 'one that stays away', 404],
  ['unreachable', 'a server that is broken', 500],
])('%s: %s is an error after a few tries, and no shorter recording', async (kind, _what, code) => {
  faults = Array.from({ length: 9 }, () => status(code));
  await expect(remuxed()).rejects.toMatchObject({ kind });
  expect(asked.filter((path) => path === '1.ts')).toHaveLength(3);
});

test('reports an expired address at once', async () => {
  faults = [status(403)];
  await expect(remuxed()).rejects.toMatchObject({ kind: 'denied' });
  expect(asked.filter((path) => path === '1.ts')).toHaveLength(1);
});

test.each([
  ['tooLarge', 'more bytes', { maxBytes: 150_000 }],
  ['refused', 'more requests', { maxRequests: 2 }],
])('%s: %s than were reckoned with', async (kind, _what, more) => {
  await expect(remuxed(more)).rejects.toMatchObject({ kind });
});

test('another host is not asked', async () => {
  lines = ['#EXTINF:10.000,', 'http://127.0.0.2:9/0.ts', '#EXT-X-ENDLIST'];
  await expect(remuxed()).rejects.toMatchObject({ kind: 'refused' });
});

test('ends when the reader stops', async () => {
  const stream = open({ retries: 0 });
  const reader = stream.getReader();
  expect((await reader.read()).value?.length).toBeGreaterThan(0);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
describe('pieces one by one', () => {
  const join = async (from: readonly Mark[] = []) => {
    const marks: Mark[] = [];
    const stream = openRemux(questionOf({}), { from, onMark: (mark) => void marks.push(mark) });
    return { mp4: Buffer.from(await new Response(stream).arrayBuffer()), marks };
  };

  test('the join can resume after each mark, with the same bytes, without reading earlier segments again', async () => {
    lines = playlistOf(5);
    const { mp4, marks } = await join();
    expect(marks.map(({ pieces }) => pieces)).toEqual([1, 2, 3, 4, 5]);
    for (const count of [1, 3, 5]) {
      asked.length = 0;
      // The marks as a database returns them.
      const from = JSON.parse(JSON.stringify(marks.slice(0, count))) as Mark[];
      const rest = await join(from);
      expect(rest.mp4.equals(mp4.subarray(from.at(-1)?.bytes))).toBe(true);
      expect(asked.filter((path) => path.endsWith('.ts'))).toHaveLength(5 - count);
    }
  });

  test('is as long as its frames, no matter how often the clock restarts', async () => {
    lines = playlistOf(12).flatMap((line) => (line.includes('DISCONTINUITY') ? [] : [line, '#EXT-X-DISCONTINUITY']));
    const { mp4 } = await join();
    const input = new Input({ source: sourceOf(mp4), formats: [MP4] });
    const pictures = await input.getPrimaryVideoTrack();
    expect(await pictures?.computeDuration()).toBeCloseTo(120, 1);
  });

  test('handles the daily wrap of the MPEG-TS clock, also in the middle of a segment', async () => {
    lines = playlistOf(3).filter((line) => !line.includes('DISCONTINUITY'));
    // The timestamps wrap in the middle of the second segment.
    const day = 2 ** 33 - 15 * 90_000 - firstMoment(segments[0] as Buffer);
    piecesAre = segments.map((piece) => moveClock(piece, day));
    const { mp4 } = await join();
    expect((await read(mp4)).seconds).toBe(30);
  });

  test('refuses encrypted segments and other formats', async () => {
    lines = ['#EXT-X-KEY:METHOD=AES-128,URI="key"', ...playlistOf(1)];
    await expect(join()).rejects.toMatchObject({ kind: 'unusable' });
  });

  test('gives up on an endless segment', async () => {
    const stream = openRemux(questionOf({ pieceBytes: 50_000, retries: 0 }));
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({ kind: 'tooLarge' });
  });
});

test('reports a segment that is no video', async () => {
  segmentsAre = Buffer.from('<html>');
  await expect(remuxed()).rejects.toMatchObject({ kind: 'unusable' });
});

test.each([
  ['unreachable', 'is killed from outside, and that says nothing about the segment', 'SIGKILL'],
  ['unusable', 'aborts, as Node does when a segment takes too much memory', 'SIGABRT'],
] as const)('%s: a reader that %s', async (kind, _what, signal) => {
  const reading = remuxed();
  readers.at(-1)?.kill(signal);
  await expect(reading).rejects.toMatchObject({ kind });
});

test('a stop of all processes leaves the reader to its server', async () => {
  const reader = open({}).getReader();
  const first = (await reader.read()).value as Uint8Array;
  readers.at(-1)?.kill('SIGTERM');
  let bytes = first.length;
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
  expect(bytes).toBe((await remuxed()).length);
});
