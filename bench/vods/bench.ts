import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createSecrets } from '@tally/infra/crypto';
import { createDiskFiles } from '@tally/infra/files';
import { openRemux } from '@tally/infra/video';
import { systemClock, systemRandom } from '@tally/kernel';
import { findProgram } from '@tally/tests/program';

/**
 * How fast a recording is saved and how much memory that takes, from pieces on this machine to a file: once over a line of 100 Mbit/s,
 * once as fast as it goes. Where ffmpeg is there, it makes pieces as large as those of a real recording in 720p, and the same work by
 * `-c copy` is the measure beside it.
 */
const BARS = { growthMib: 250, ofFfmpeg: 0.5 };
const LINE_BYTES = 100_000_000 / 8;
const SLICE_BYTES = 256 * 1024;
const PIECE_SECONDS = 10;
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '12' } } });
const PIECES = (Number(values.minutes) * 60) / PIECE_SECONDS;

const ffmpeg = findProgram('ffmpeg');
const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
const piece = ffmpeg
  ? makePiece(ffmpeg)
  : readFileSync(new URL('../../apps/sim/src/kick/media/wide-0.mpegts', import.meta.url));
const playlist = [
  '#EXTM3U',
  `#EXT-X-TARGETDURATION:${PIECE_SECONDS}`,
  ...Array.from({ length: PIECES }, (_, at) => `#EXT-X-DISCONTINUITY\n#EXTINF:${PIECE_SECONDS}.000,\n${at}.ts`),
  '#EXT-X-ENDLIST',
].join('\n');
let isPaced = false;
/** Until when the line is taken. */
let takenUntil = 0;
const server = createServer((request, response) => {
  if (!request.url?.endsWith('.ts')) return void response.end(playlist);
  if (!isPaced) return void response.end(piece);
  void sendSlowly(response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const files = createDiskFiles({
  folder,
  publicUrl: '/files',
  secrets: createSecrets({ keys: [{ id: 'a', bytes: Buffer.alloc(32, 1) }], random: systemRandom }),
  clock: systemClock,
});

const mib = (bytes: number): number => bytes / 1024 / 1024;
const read = mib(piece.length * PIECES);
let isMissed = false;

process.stdout.write(`${PIECES} pieces of ${mib(piece.length).toFixed(1)} MiB, ${read.toFixed(0)} MiB in all\n`);
for (const [name, paced] of [
  ['over a line of 100 Mbit/s', true],
  ['as fast as it goes', false],
] as const) {
  isPaced = paced;
  process.stdout.write(`${name}\n`);
  const ours = await measure('our own code');
  if (!ffmpeg) continue;
  const theirs = await measureFfmpeg(ffmpeg);
  const withIt = await measure('with FFMPEG_PATH', ffmpeg);
  const share = (seconds: number): string => (theirs / seconds).toFixed(2);
  process.stdout.write(
    `  ffmpeg -c copy by itself: ${theirs.toFixed(1)} s. Of its speed, our own code has ${share(ours)}, `,
  );
  process.stdout.write(`and with FFMPEG_PATH ${share(withIt)}${paced ? ` (at least ${BARS.ofFfmpeg})` : ''}\n`);
  isMissed ||= paced && theirs / ours < BARS.ofFfmpeg;
}
if (!ffmpeg) process.stdout.write('ffmpeg is not here to compare with, and pieces are smaller than real ones\n');
await rm(folder, { recursive: true });
server.closeAllConnections();
server.close();
process.exitCode = isMissed ? 1 : 0;

/** Noise does not compress, so the piece has the size that is asked for. */
function makePiece(program: string): Buffer {
  const picture = 'nullsrc=s=1280x720:r=60,geq=random(1)*255:128:128';
  const video = '-c:v libx264 -preset ultrafast -b:v 3300k -maxrate 3300k -bufsize 3300k -g 120 -c:a aac -b:a 128k';
  const input = ['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const output = ['-t', String(PIECE_SECONDS), ...video.split(' '), '-f', 'mpegts', 'pipe:1'];
  return execFileSync(program, [...input, ...output], { maxBuffer: 64 * 1024 * 1024 });
}

/** All who read at once share one line. */
async function sendSlowly(response: ServerResponse): Promise<void> {
  for (let at = 0; at < piece.length && !response.destroyed; at += SLICE_BYTES) {
    const slice = piece.subarray(at, at + SLICE_BYTES);
    takenUntil = Math.max(takenUntil, performance.now()) + (slice.length / LINE_BYTES) * 1_000;
    await pause(takenUntil - performance.now());
    response.write(slice);
  }
  response.end();
}

/** Seconds that it took. */
async function measure(by: string, ffmpegPath?: string): Promise<number> {
  let peak = 0;
  const before = process.memoryUsage().rss;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const since = performance.now();
  const question = {
    url: `${origin}/playlist.m3u8`,
    origins: [origin],
    headers: {},
    maxBytes: 1e11,
    maxRequests: PIECES * 2 + 20,
    playlistBytes: 1e7,
    retries: 3,
    retryPauseMs: 500,
    ffmpegPath,
  };
  const size = await files.putStream('bench.mp4', () => ({ from: 0, bytes: openRemux(question) }), { maxBytes: 1e11 });
  const seconds = (performance.now() - since) / 1_000;
  clearInterval(watching);
  const growth = mib(peak - before);
  const isOver = growth > BARS.growthMib;
  isMissed ||= isOver;
  process.stdout.write(`  ${by}: ${mib(size).toFixed(0)} MiB in ${seconds.toFixed(1)} s, `);
  process.stdout.write(`${(read / seconds).toFixed(1)} MiB/s; memory grew by ${growth.toFixed(0)} MiB `);
  process.stdout.write(`(at most ${BARS.growthMib})${isOver ? ' MISSED' : ''}, to ${mib(peak).toFixed(0)} MiB\n`);
  return seconds;
}

async function measureFfmpeg(program: string): Promise<number> {
  const begun = performance.now();
  const input = ['-v', 'error', '-y', '-i', `${origin}/playlist.m3u8`];
  await promisify(execFile)(program, [...input, '-c', 'copy', '-bsf:a', 'aac_adtstoasc', join(folder, 'ffmpeg.mp4')]);
  return (performance.now() - begun) / 1_000;
}
