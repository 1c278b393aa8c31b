import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createSecrets } from '@tally/infra/crypto';
import { createDiskFiles } from '@tally/infra/files';
import { openRemux } from '@tally/infra/video';
import { systemClock, systemRandom } from '@tally/kernel';
import { findProgram } from '@tally/tests/program';

/**
 * How fast a recording is saved and how much memory that takes, from segments on this machine to a file. Where ffmpeg is there,
 * the same work by `-c copy` is the measure beside it.
 */
/** What saving adds to a process: our own code alone is some 300 MiB of it. */
const BARS = { growthMib: 250 };
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '12' } } });
const SEGMENTS = Number(values.minutes) * 6;

const segment = readFileSync(new URL('../apps/sim/src/kick/media/wide-0.mpegts', import.meta.url));
const playlist = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:10',
  ...Array.from({ length: SEGMENTS }, (_, number) => `#EXT-X-DISCONTINUITY\n#EXTINF:10.000,\n${number}.ts`),
  '#EXT-X-ENDLIST',
].join('\n');
const server = createServer((request, response) => response.end(request.url?.endsWith('.ts') ? segment : playlist));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
const files = createDiskFiles({
  folder,
  publicUrl: '/files',
  secrets: createSecrets({ keys: [{ id: 'a', bytes: Buffer.alloc(32, 1) }], random: systemRandom }),
  clock: systemClock,
});

const mib = (bytes: number): number => bytes / 1024 / 1024;
const read = mib(segment.length * SEGMENTS);
let isOver = false;

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
    maxRequests: SEGMENTS * 2 + 20,
    playlistBytes: 1e7,
    retries: 3,
    retryPauseMs: 500,
    ffmpegPath,
  };
  const size = await files.putStream('bench.mp4', openRemux(question), { maxBytes: 1e11 });
  const seconds = (performance.now() - since) / 1_000;
  clearInterval(watching);
  const growth = mib(peak - before);
  const isMissed = growth > BARS.growthMib;
  isOver ||= isMissed;
  process.stdout.write(`${by}: ${mib(size).toFixed(0)} MiB in ${seconds.toFixed(1)} s, `);
  process.stdout.write(`${(read / seconds).toFixed(1)} MiB/s; memory grew by ${growth.toFixed(0)} MiB `);
  process.stdout.write(`(at most ${BARS.growthMib})${isMissed ? ' MISSED' : ''}, to ${mib(peak).toFixed(0)} MiB\n`);
  return seconds;
}

process.stdout.write(`${SEGMENTS} segments, ${read.toFixed(0)} MiB read\n`);
const ours = await measure('our own code');
try {
  const begun = performance.now();
  const output = join(folder, 'ffmpeg.mp4');
  const input = ['-v', 'error', '-y', '-i', `${origin}/playlist.m3u8`];
  await promisify(execFile)('ffmpeg', [...input, '-c', 'copy', '-bsf:a', 'aac_adtstoasc', output]);
  const theirs = (performance.now() - begun) / 1_000;
  const times = (seconds: number): string => (theirs / seconds).toFixed(2);
  const withIt = await measure('with FFMPEG_PATH', findProgram('ffmpeg'));
  process.stdout.write(
    `ffmpeg -c copy by itself: ${theirs.toFixed(1)} s. Of its speed, our own code has ${times(ours)}, `,
  );
  process.stdout.write(`and with FFMPEG_PATH ${times(withIt)} (at least 0.5)\n`);
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  process.stdout.write('ffmpeg is not here to compare with\n');
}
await rm(folder, { recursive: true });
server.closeAllConnections();
server.close();
process.exitCode = isOver ? 1 : 0;
