/** Serves clips.kick.com, the media of clips. All clips show the same 30 seconds, repeated for longer ones. */
import { readFileSync } from 'node:fs';
import { answerDenied, answerText, type Route } from './call.ts';
import type { Clip, KickWorld } from './world.ts';

const SEGMENT_SECONDS = 10;
/** H.264 and AAC, 640 × 360, made with a test pattern. */
const files = [0, 1, 2].map((number) => new URL(`./media/segment-${number}.mpegts`, import.meta.url));

export const clipPlaylistUrl = (world: KickWorld, { id }: Clip): string =>
  `${world.doors.baseUrl()}/clips/clips/${id.slice(-2).toLowerCase()}/${id}/playlist.m3u8`;

export function mediaRoutes(world: KickWorld): Route[] {
  const findClip = (id: string | undefined): Clip | undefined =>
    [...world.people.values()].flatMap(({ clips }) => clips).find((clip) => clip.id === id);
  return [
    {
      method: 'GET',
      path: '/clips/clips/:shard/:id/:file',
      run(_call, { id, file = '' }) {
        const clip = findClip(id);
        if (!clip) return answerDenied;
        if (file === 'playlist.m3u8') return { ...answerText(200, writePlaylist(clip)), headers: playlistHeaders };
        const number = /^(\d+)\.ts$/.exec(file)?.[1];
        if (number === undefined || Number(number) >= countSegments(clip)) return answerDenied;
        const body = readFileSync(files[Number(number) % files.length] as URL);
        return { status: 200, headers: { 'content-type': 'video/mp2t' }, body };
      },
    },
  ];
}

const playlistHeaders = { 'content-type': 'application/vnd.apple.mpegurl' };

const countSegments = ({ seconds }: Clip): number => Math.ceil(seconds / SEGMENT_SECONDS);

function writePlaylist(clip: Clip): string {
  const segments = Array.from({ length: countSegments(clip) }, (_, number) => [
    // The pattern restarts with its clock.
    ...(number > 0 && number % files.length === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${SEGMENT_SECONDS.toFixed(3)},`,
    `${number}.ts`,
  ]);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...segments.flat(),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
