import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { type LongQuestion, openRemux, type RemuxError } from '@tally/infra/video';
import { systemClock, systemRandom } from '@tally/kernel';
import { findProgram } from '@tally/tests/program';
import { hostilePieces } from './hostile.ts';

/**
 * Measures the speed and memory of saving a recording from segments on this machine, once over 100 Mbit/s and once at
 * full speed. It also measures how much is read again after `kill -9`, and how hostile segments end. If ffmpeg is
 * installed, it makes segments as large as real ones in 720p, and `-c copy` is the baseline.
 */
const BARS = { growthMib: 250, ofFfmpeg: 0.5, readAgain: 4 };
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
const smallPiece = readFileSync(new URL('../../apps/sim/src/kick/media/segment-0.mpegts', import.meta.url));
const shortPlaylist = [
  ...playlist.split('\n').slice(0, 2),
  '#EXTINF:10,\n0.ts\n#EXTINF:10,\n1.ts\n#EXT-X-ENDLIST',
].join('\n');
let isPaced = false;
/** When the line is free for the next reader. */
let takenUntil = 0;
let asked: string[] = [];
let hostile: Buffer | null = null;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (!request.url?.endsWith('.ts')) return void response.end(hostile ? shortPlaylist : playlist);
  if (hostile) return void response.end(request.url === '/1.ts' ? hostile : smallPiece);
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

const question: LongQuestion = {
  url: `${origin}/playlist.m3u8`,
  origins: [origin],
  headers: {},
  maxBytes: 1e11,
  maxRequests: PIECES * 2 + 20,
  playlistBytes: 1e7,
  pieceBytes: 64 * 1024 * 1024,
  retries: 3,
  retryPauseMs: 500,
};
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
  const ours = await measure();
  if (!ffmpeg) continue;
  const share = (await measureFfmpeg(ffmpeg)) / ours;
  process.stdout.write(
    `  ${share.toFixed(2)} of the speed of ffmpeg -c copy${paced ? ` (at least ${BARS.ofFfmpeg})` : ''}\n`,
  );
  isMissed ||= paced && share < BARS.ofFfmpeg;
}
isPaced = true;
await measureKill();
await measureHostile();
if (!ffmpeg) process.stdout.write('ffmpeg is not here to compare with, and pieces are smaller than real ones\n');
await rm(folder, { recursive: true });
server.closeAllConnections();
server.close();
process.exitCode = isMissed ? 1 : 0;

/** Returns noise, because it does not compress and has the requested size. */
function makePiece(program: string): Buffer {
  const picture = 'nullsrc=s=1280x720:r=60,geq=random(1)*255:128:128';
  const video = '-c:v libx264 -preset ultrafast -b:v 3300k -maxrate 3300k -bufsize 3300k -g 120 -c:a aac -b:a 128k';
  const input = ['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const output = ['-t', String(PIECE_SECONDS), ...video.split(' '), '-f', 'mpegts', 'pipe:1'];
  return execFileSync(program, [...input, ...output], { maxBuffer: 64 * 1024 * 1024 });
}

/** All concurrent readers share one line. */
async function sendSlowly(response: ServerResponse): Promise<void> {
  for (let at = 0; at < piece.length && !response.destroyed; at += SLICE_BYTES) {
    const slice = piece.subarray(at, at + SLICE_BYTES);
    takenUntil = Math.max(takenUntil, performance.now()) + (slice.length / LINE_BYTES) * 1_000;
    await pause(takenUntil - performance.now());
    response.write(slice);
  }
  response.end();
}

/** Measures the duration of the work and the additional memory. */
async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; growth: number; peak: number }> {
  let peak = 0;
  const before = process.memoryUsage().rss;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss + childBytes());
  }, 20);
  const since = performance.now();
  await work();
  clearInterval(watching);
  return { seconds: (performance.now() - since) / 1_000, growth: Math.max(0, peak - before), peak };
}

/** Returns the seconds that the work took. */
async function measure(): Promise<number> {
  const bytes = openRemux(question);
  const store = () => files.putStream('bench.mp4', () => ({ from: 0, bytes }), { maxBytes: 1e11 });
  const { seconds, growth, peak } = await measured(store);
  const isOver = mib(growth) > BARS.growthMib;
  isMissed ||= isOver;
  process.stdout.write(`  ${seconds.toFixed(1)} s, ${(read / seconds).toFixed(1)} MiB/s; `);
  process.stdout.write(`memory grew by ${mib(growth).toFixed(0)} MiB (at most ${BARS.growthMib})`);
  process.stdout.write(`${isOver ? ' MISSED' : ''}, to ${mib(peak).toFixed(0)} MiB\n`);
  return seconds;
}

async function measureFfmpeg(program: string): Promise<number> {
  const begun = performance.now();
  const input = ['-v', 'error', '-y', '-i', `${origin}/playlist.m3u8`];
  await promisify(execFile)(program, [...input, '-c', 'copy', '-bsf:a', 'aac_adtstoasc', join(folder, 'ffmpeg.mp4')]);
  return (performance.now() - begun) / 1_000;
}

/** Returns the private memory of the child processes. */
function childBytes(): number {
  try {
    const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const pagesOf = (id: string): number => {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ').map(Number);
      return resident - shared;
    };
    return ids.reduce((sum, id) => sum + (id ? pagesOf(id) : 0), 0) * 4_096;
  } catch {
    return 0;
  }
}

/** Measures how much is read again if the process is killed halfway. */
async function measureKill(): Promise<void> {
  const save = [join(import.meta.dirname, 'save.ts'), JSON.stringify(question), join(folder, 'killed.mp4')];
  const start = () => spawn(process.execPath, save, { stdio: ['ignore', 'inherit', 'inherit'] });
  const readPieces = () => asked.filter((url) => url.endsWith('.ts')).length;
  asked = [];
  const first = start();
  while (readPieces() < PIECES / 2) await pause(20);
  first.kill('SIGKILL');
  await once(first, 'exit');
  asked = [];
  const [code] = (await once(start(), 'exit')) as [number];
  const isOver = code !== 0 || readPieces() > PIECES / 2 + BARS.readAgain;
  isMissed ||= isOver;
  process.stdout.write(`killed after half of ${PIECES} pieces: ${readPieces()} were read afterwards `);
  process.stdout.write(`(at most ${PIECES / 2 + BARS.readAgain})${isOver ? ' MISSED' : ''}\n`);
}

/** Measures the outcome if the second segment is hostile. */
async function measureHostile(): Promise<void> {
  for (const [name, pieces] of hostilePieces(smallPiece, origin)) {
    const ends = new Map<string, number>();
    asked = [];
    const about = await measured(async () => {
      for (const each of pieces) {
        hostile = each;
        const work = new Response(openRemux({ ...question, retries: 0 })).arrayBuffer().then(
          () => 'made',
          (error: RemuxError) => error.kind,
        );
        const end = await Promise.race([work, pause(180_000, 'hangs')]);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    });
    hostile = null;
    const others = asked.filter((url) => !/^\/(?:playlist\.m3u8|[01]\.ts)$/.test(url)).length;
    isMissed ||= others > 0 || ends.has('hangs');
    const told = [...ends].map(([end, times]) => `${end} ${times}`).join(', ');
    process.stdout.write(`${name}: ${told}; ${about.seconds.toFixed(1)} s, +${mib(about.growth).toFixed(0)} MiB\n`);
  }
}
