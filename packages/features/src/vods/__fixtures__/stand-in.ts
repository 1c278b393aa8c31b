import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The simulated Kick serves this file too. */
export const segment = readFileSync(
  new URL('../../../../../apps/sim/src/kick/media/segment-0.mpegts', import.meta.url),
);

/** Writes a playlist with this many segments, each after a break. */
export const media = (segments: number, end = '#EXT-X-ENDLIST'): string =>
  [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:10',
    ...Array.from({ length: segments }, () => '#EXT-X-DISCONTINUITY\n#EXTINF:10.0,\n0.ts'),
    end,
  ].join('\n');

const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=110000,RESOLUTION=640x360\n360p30/playlist.m3u8\n';

/** A simulated recording host whose answers a test decides. */
export function standIn() {
  const answers = new Map<string, { status: number; body: string | Buffer }>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    const { status, body } = answers.get(path) ?? { status: 404, body: 'Not found' };
    response.writeHead(status).end(body);
  });
  return {
    answers,
    /** The requested paths, in order. */
    asked,
    async open(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    /** Resets the host to one recording with two segments. */
    reset(): void {
      asked.length = 0;
      answers.clear();
      answers.set('/master.m3u8', { status: 200, body: master });
      answers.set('/360p30/playlist.m3u8', { status: 200, body: media(2) });
      answers.set('/360p30/0.ts', { status: 200, body: segment });
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
