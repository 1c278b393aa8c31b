/** https://dev.twitch.tv/docs/api/reference#get-clips-download */
import { createHmac } from 'node:crypto';
import { type Answer, answerJson, badRequest, type Call, Refusal } from '../call.ts';
import { hasAllowed } from '../tokens.ts';
import type { Clip, ClipLayout, Token, TwitchWorld } from '../world.ts';
import { getPerson } from './media.ts';
import { readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

const MOST_CLIPS = 10;
const CALLS_A_MINUTE = 100;
const MINUTE_MS = 60_000;
/** Twitch documents only that the URLs expire. */
const LASTS_S = 3_600;

export function clipDownloadRoutes(world: TwitchWorld): HelixRoute[] {
  const calls = { minute: -1, made: 0 };
  const count = (): void => {
    const minute = Math.floor(world.doors.now().getTime() / MINUTE_MS);
    if (minute !== calls.minute) Object.assign(calls, { minute, made: 0 });
    calls.made += 1;
    if (world.limits.isLimited && calls.made > CALLS_A_MINUTE) throw new Refusal(429, 'Too Many Requests');
  };
  return [
    {
      method: 'GET',
      path: '/clips/downloads',
      run(call, token) {
        count();
        return listAddresses(world, call, token);
      },
    },
  ];
}

/** Clips of other creators are left out. A missing file is null. */
function listAddresses(world: TwitchWorld, call: Call, token: Token): Answer {
  const editor = getPerson(world, call, 'editor_id');
  const owner = getPerson(world, call, 'broadcaster_id');
  const ids = readMany(call, 'clip_id', MOST_CLIPS);
  if (ids.length === 0) throw badRequest('Missing required parameter "clip_id"');
  if (token.kind === 'user' && token.userId !== editor.userId) {
    throw new Refusal(401, 'The ID in editor_id must match the user ID found in the access token');
  }
  // No channel here has editors.
  if (editor !== owner) throw new Refusal(403, 'The user in editor_id is not an editor for the broadcaster');
  const isAllowed = ['channel:manage:clips', 'editor:manage:clips'].some((scope) =>
    token.kind === 'user' ? token.scopes.includes(scope) : hasAllowed(world, editor.userId, scope),
  );
  if (!isAllowed) throw new Refusal(403, 'Missing scope: channel:manage:clips or editor:manage:clips');
  const addressOf = (clip: Clip, layout: ClipLayout): string | null =>
    clip.layouts.includes(layout) ? signAddress(world, clip.id, layout) : null;
  const data = owner.clips
    .filter(({ id }) => ids.includes(id))
    .map((clip) => ({
      clip_id: clip.id,
      landscape_download_url: addressOf(clip, 'landscape'),
      portrait_download_url: addressOf(clip, 'portrait'),
    }));
  return answerJson(200, { data });
}

const signatureOf = (world: TwitchWorld, about: string): string =>
  createHmac('sha256', world.app.clientSecret).update(about).digest('hex').slice(0, 32);

function signAddress(world: TwitchWorld, id: string, layout: ClipLayout): string {
  const expires = Math.floor(world.doors.now().getTime() / 1_000) + LASTS_S;
  const name = `${id}-${layout}.mp4`;
  return `${world.doors.baseUrl()}/cdn/clip-files/${name}?expires=${expires}&sig=${signatureOf(world, `${name} ${expires}`)}`;
}

/** Returns null if the URL is invalid or has expired. */
export function layoutOf(world: TwitchWorld, name: string, query: URLSearchParams): ClipLayout | null {
  const expires = query.get('expires') ?? '';
  const isOpen = Number(expires) * 1_000 > world.doors.now().getTime();
  if (!isOpen || query.get('sig') !== signatureOf(world, `${name} ${expires}`)) return null;
  return name.endsWith('-portrait.mp4') ? 'portrait' : 'landscape';
}
