/** www.googleapis.com/youtube/v3: https://developers.google.com/youtube/v3/docs */
import { createHash } from 'node:crypto';
import { type Answer, answerJson, type Call, Refusal, type Route } from '../call.ts';
import { ownerOf } from '../oauth.ts';
import { spend } from '../quota.ts';
import type { Bucket, YoutubeWorld } from '../world.ts';
import { listChannels } from './channels.ts';
import { pickFields } from './fields.ts';
import { listPlaylistItems } from './playlist-items.ts';
import { search } from './search.ts';
import { batchGetStats, listVideos } from './videos.ts';

type Run = (world: YoutubeWorld, call: Call) => Readonly<Record<string, unknown>>;

/** Google's own client uses only the host of a `rootUrl` and requests `/youtube/v3/…` there. */
const roots = ['/api/youtube/v3', '/v3'];

export function apiRoutes(world: YoutubeWorld): Route[] {
  const calls: readonly (readonly [path: string, run: Run, bucket: Bucket])[] = [
    ['videos', listVideos, 'units'],
    ['videos:batchGetStats', batchGetStats, 'stats'],
    ['channels', listChannels, 'units'],
    ['playlistItems', listPlaylistItems, 'units'],
    ['search', search, 'searches'],
  ];
  return roots.flatMap((root) =>
    calls.map(([path, run, bucket]) => ({
      method: 'GET',
      path: `${root}/${path}`,
      run: (call: Call) => metered(world, call, { run, bucket }),
    })),
  );
}

function metered(world: YoutubeWorld, call: Call, { run, bucket }: { run: Run; bucket: Bucket }): Answer {
  checkKey(world, call);
  spend(world, bucket);
  const { kind, ...rest } = run(world, call);
  const etag = createHash('sha1').update(JSON.stringify(rest)).digest('base64url');
  if (call.headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
  const headers = { etag, 'cache-control': 'private' };
  return answerJson(200, pickFields({ kind, etag, ...rest }, call.query.get('fields')), headers);
}

function checkKey(world: YoutubeWorld, call: Call): void {
  // A person's token replaces the key.
  const owner = ownerOf(world, call);
  if (owner) return;
  if (owner === null) {
    throw new Refusal(401, 'Request had invalid authentication credentials.', {
      reason: 'authError',
      location: 'Authorization',
      locationType: 'header',
      word: 'UNAUTHENTICATED',
    });
  }
  const key = call.query.get('key') ?? call.headers['x-goog-api-key'];
  if (!key) {
    const message =
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
    throw new Refusal(403, message, { reason: 'forbidden', word: 'PERMISSION_DENIED' });
  }
  if (key !== world.apiKey) {
    throw new Refusal(400, 'API key not valid. Please pass a valid API key.', {
      reason: 'badRequest',
      word: 'INVALID_ARGUMENT',
      detail: 'API_KEY_INVALID',
    });
  }
}
