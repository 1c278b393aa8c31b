import { type Channel, type OpenedRecording, UpstreamError } from '@tally/kernel';
import { OneWebVideo, Playback } from './site.external.ts';
import { BLOCKED_HERE, type KickSites, readChannel } from './site.ts';

/** The body that Kick's own player sends. */
const PLAYER = { video_player: { player: {} }, video_session: {}, user_session: { non_personalised_ads: true } };

/**
 * Recordings for subscribers have no public URL. We could guess it from the thumbnail, but we do not bypass a paywall.
 */
export async function openRecording(
  sites: KickSites,
  channel: Pick<Channel, 'name'>,
  videoId: string,
): Promise<OpenedRecording> {
  try {
    return await open(sites, channel, videoId);
  } catch (error) {
    if (error instanceof UpstreamError && error.status === BLOCKED_HERE) return { kind: 'blocked' };
    if (error instanceof UpstreamError && error.kind === 'gone') return { kind: 'gone' };
    throw error;
  }
}

async function open({ site, web }: KickSites, { name }: Pick<Channel, 'name'>, id: string): Promise<OpenedRecording> {
  const channel = await readChannel(site, name);
  const found = channel && (await web.get(`/api/v1/channels/${channel.id}/videos/${id}`, {}, OneWebVideo));
  if (!found) return { kind: 'gone' };
  if (found.data.is_live) return { kind: 'running' };
  if (found.data.status !== 'public') return { kind: 'forSubscribers' };
  const { data } = await web.post(`/api/v1/stream/${encodeURIComponent(id)}/playback`, PLAYER, Playback);
  const { vod } = data.playback_url;
  return vod ? { kind: 'open', url: vod } : { kind: 'forSubscribers' };
}
