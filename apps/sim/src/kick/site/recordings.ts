/** Serves stream.kick.com, the media of recordings. All show the same seconds, repeated. */
import { readFileSync } from 'node:fs';
import {
  type Answer,
  answerDenied,
  answerJson,
  answerText,
  badRequest,
  type Call,
  missing,
  type Route,
} from '../call.ts';
import type { KickWorld, Person, Stream } from '../world.ts';
import { isFromKick } from './web.ts';

const SEGMENT_SECONDS = 10;
const TOKEN_LASTS_MS = 60 * 60_000;
/** The body that kick.com's own page always sends. */
const PLAYER = { video_player: { player: {} }, video_session: {}, user_session: { non_personalised_ads: true } };

interface Rendition {
  readonly name: string;
  readonly bandwidth: number;
  readonly resolution: string;
  readonly codecs: string;
  /** H.264 and AAC, made with a test pattern. */
  readonly files: readonly URL[];
}

const fileOf = (name: string): URL => new URL(`../media/${name}.mpegts`, import.meta.url);
const renditions: readonly Rendition[] = [
  {
    name: '720p60',
    bandwidth: 420_000,
    resolution: '1280x720',
    codecs: 'avc1.4D4020,mp4a.40.2',
    files: [fileOf('wide-0')],
  },
  {
    name: '360p30',
    bandwidth: 110_000,
    resolution: '640x360',
    codecs: 'avc1.4D401E,mp4a.40.2',
    files: [0, 1, 2].map((number) => fileOf(`segment-${number}`)),
  },
];

export function recordingRoutes(world: KickWorld): Route[] {
  const routeOf = (file: string, run: (about: Asked) => Answer): Route => ({
    method: 'GET',
    path: `/stream/ivs/v1/:account/:channel/:year/:month/:day/:hour/:minute/:recording/media/hls${file}`,
    run(call, names) {
      const found = findRecording(world, (stream) => stream.id === names.recording);
      const token = call.query.get('token');
      if (!found || !mayRead(world, found, token)) return answerDenied;
      const rendition = renditions.find(({ name }) => name === names.rendition);
      if (names.rendition !== undefined && !rendition) return answerDenied;
      return run({ ...found, token, rendition: rendition ?? renditions[0]!, file: names.file ?? '' });
    },
  });
  return [
    { method: 'POST', path: '/web/api/v1/stream/:id/playback', run: (call, { id }) => play(world, call, id ?? '') },
    routeOf('/master.m3u8', ({ token }) => playlist(writeMaster(token))),
    routeOf('/:rendition/:file', (about) => {
      if (about.file === 'playlist.m3u8') return playlist(writePlaylist(world, about));
      return sendSegment(world, about);
    }),
  ];
}

interface Found {
  readonly person: Person;
  readonly stream: Stream;
}

interface Asked extends Found {
  readonly token: string | null;
  readonly rendition: Rendition;
  readonly file: string;
}

function findRecording({ people }: KickWorld, is: (stream: Stream) => boolean): Found | null {
  for (const person of people.values()) {
    const stream = [...(person.stream ? [person.stream] : []), ...person.past].find(is);
    if (stream) return { person, stream };
  }
  return null;
}

/** Public recordings are open to all, but a token must be valid. */
function mayRead(world: KickWorld, { person, stream }: Found, token: string | null): boolean {
  if (token === null) return person.recordings !== 'for subscribers';
  const known = world.playbackTokens.get(token);
  return known !== undefined && known.streamId === stream.id && known.expiresAt > world.doors.now();
}

/** Unauthorized callers see the same as on kick.com's page, where subscribers would have to log in. */
function play(world: KickWorld, call: Call, id: string): Answer {
  if (!isFromKick(call)) return answerJson(403, { message: 'Forbidden' });
  if (call.body !== JSON.stringify(PLAYER)) return badRequest('unknown player').toAnswer();
  const found = findRecording(world, (stream) => stream.pageId === id);
  if (!found) return missing();
  const { person, stream } = found;
  const vod =
    person.recordings === 'for subscribers' ? null : `${masterUrl(world, found)}?token=${grant(world, stream)}`;
  return answerJson(200, {
    data: {
      playback_url: { vod, vod_session: null, live: null, dvr: null, thumbnail: null },
      video_session: { video_title: stream.title },
    },
    message: 'Success',
  });
}

function grant(world: KickWorld, { id: streamId }: Stream): string {
  const token = Buffer.from(world.doors.bytes(12)).toString('base64url');
  world.playbackTokens.set(token, { streamId, expiresAt: new Date(world.doors.now().getTime() + TOKEN_LASTS_MS) });
  return token;
}

export function masterUrl(world: KickWorld, { person, stream }: Found): string {
  const at = stream.startedAt;
  const day = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
  return `${world.doors.baseUrl()}/stream/ivs/v1/196233775518/${person.userId}/${day.join('/')}/${stream.id}/media/hls/master.m3u8`;
}

const playlist = (text: string): Answer => ({
  ...answerText(200, text),
  headers: { 'content-type': 'application/vnd.apple.mpegurl' },
});

const withToken = (path: string, token: string | null): string => (token === null ? path : `${path}?token=${token}`);

function writeMaster(token: string | null): string {
  const lines = renditions.flatMap(({ name, bandwidth, resolution, codecs }) => [
    `#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="${name}",NAME="${name}",AUTOSELECT=YES,DEFAULT=YES`,
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${resolution},CODECS="${codecs}",VIDEO="${name}"`,
    withToken(`${name}/playlist.m3u8`, token),
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:3', ...lines, ''].join('\n');
}

function countSegments(world: KickWorld, { startedAt, endedAt }: Stream): number {
  const seconds = ((endedAt ?? world.doors.now()).getTime() - startedAt.getTime()) / 1_000;
  return Math.max(1, Math.round(seconds / SEGMENT_SECONDS));
}

function writePlaylist(world: KickWorld, { person, stream, rendition, token }: Asked): string {
  const segments = Array.from({ length: countSegments(world, stream) }, (_, number) => [
    // The pattern restarts here, and its timestamps too.
    ...(number > 0 && number % rendition.files.length === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${SEGMENT_SECONDS.toFixed(3)},`,
    withToken(`${number}.ts`, token),
  ]);
  const isOver = stream.endedAt !== null && person.recordingFault?.kind !== 'no end';
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    ...(isOver ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS + 2}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...segments.flat(),
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

function sendSegment(world: KickWorld, { person, stream, rendition, token, file }: Asked): Answer {
  const number = Number(/^(\d{1,6})\.ts$/.exec(file)?.[1] ?? Infinity);
  if (number >= countSegments(world, stream)) return answerDenied;
  world.piecesSent += 1;
  const body = readFileSync(rendition.files[number % rendition.files.length] as URL);
  const headers = { 'content-type': 'video/mp2t' };
  const fault = person.recordingFault;
  if (!fault || fault.segment !== number || fault.times === 0) return { status: 200, headers, body };
  fault.times -= 1;
  switch (fault.kind) {
    case 'missing':
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
    case 'short':
      return {
        status: 200,
        headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
        body: body.subarray(0, 10_000),
      };
    case 'slow':
      return { status: 200, headers, body, bytesPerSecond: 1_000 };
    case 'expires':
      if (token !== null) world.playbackTokens.delete(token);
      return answerDenied;
    case 'no end':
      return { status: 200, headers, body };
  }
}
