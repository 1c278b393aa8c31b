import type { PageLink } from '@tally/contract';
import { type LinkedPage, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { channelUrl } from '../kick.external.ts';
import { videoUrl } from './recording.ts';
import { OneSiteClip, OneWebVideo, type SiteChannel, SiteVideoPage } from './site.external.ts';
import { BLOCKED_HERE, type KickSites, readChannel } from './site.ts';

const uuid4 = z.uuidv4();

/** Reads the content of a kick.com page. */
export async function readPage(sites: KickSites, link: PageLink): Promise<LinkedPage | 'blocked' | null> {
  try {
    return await read(sites, link);
  } catch (error) {
    if (error instanceof UpstreamError && error.status === BLOCKED_HERE) return 'blocked';
    throw error;
  }
}

async function read(sites: KickSites, link: PageLink): Promise<LinkedPage | null> {
  switch (link.kind) {
    case 'channel': {
      const channel = await readChannel(sites.site, link.channel);
      return channel && pageOfChannel(channel);
    }
    case 'clip':
      return await readClip(sites, link.id);
    case 'video':
      if (uuid4.safeParse(link.id).success) return await readOlderVideo(sites, link.id);
      return link.channel === null ? null : await readVideo(sites, link.channel, link.id);
  }
}

function pageOfChannel(channel: SiteChannel): LinkedPage {
  const { livestream } = channel;
  return {
    ...empty,
    kind: 'channel',
    url: channelUrl(channel.slug),
    channel: channelOf(channel),
    title: livestream?.session_title ?? null,
    description: channel.user?.bio ?? null,
    imageUrl: livestream?.thumbnail?.url ?? channel.user?.profile_pic ?? null,
    category: livestream?.categories?.[0]?.name ?? null,
    isLive: Boolean(livestream),
    viewers: livestream?.viewer_count ?? null,
  };
}

async function readClip({ site }: KickSites, id: string): Promise<LinkedPage | null> {
  const answer = await site.get(`/api/v2/clips/${encodeURIComponent(id)}`, {}, OneSiteClip);
  const { clip } = answer ?? {};
  if (!clip?.channel || (clip.privacy !== null && clip.privacy !== 'CLIP_PRIVACY_PUBLIC')) return null;
  const { slug, username, profile_picture: avatarUrl } = clip.channel;
  return {
    ...empty,
    kind: 'clip',
    url: `${channelUrl(slug)}/clips/${clip.id}`,
    channel: { name: slug, displayName: username ?? slug, avatarUrl, url: channelUrl(slug) },
    title: clip.title,
    imageUrl: clip.thumbnail_url,
    category: clip.category?.name ?? null,
    viewers: clip.views,
    durationSeconds: clip.duration == null ? null : Math.round(clip.duration),
    playlistUrl: clip.video_url,
  };
}

async function readVideo({ site, web }: KickSites, slug: string, id: string): Promise<LinkedPage | null> {
  const channel = await readChannel(site, slug);
  const answer = channel && (await web.get(`/api/v1/channels/${channel.id}/videos/${id}`, {}, OneWebVideo));
  if (!channel || !answer) return null;
  const { data: video } = answer;
  return {
    ...empty,
    kind: 'video',
    url: videoUrl(channel.slug, video.id),
    channel: channelOf(channel),
    title: video.title,
    imageUrl: video.thumbnail?.src ?? null,
    category: video.category?.name ?? null,
    isLive: video.is_live,
    viewers: video.viewer_count ?? null,
    durationSeconds: Math.round(video.duration),
  };
}

/** The video has a new page id. If Kick does not return it, we link to the channel. */
async function readOlderVideo({ site }: KickSites, id: string): Promise<LinkedPage | null> {
  const answer = await site.get(`/api/v1/video/${id}`, {}, SiteVideoPage);
  if (!answer) return null;
  const { livestream } = answer;
  const { slug } = livestream.channel;
  return {
    ...empty,
    kind: 'video',
    url: answer.vod_id ? videoUrl(slug, answer.vod_id) : channelUrl(slug),
    channel: {
      name: slug,
      displayName: livestream.channel.user?.username ?? slug,
      avatarUrl: null,
      url: channelUrl(slug),
    },
    title: livestream.session_title,
    imageUrl: livestream.thumbnail?.url ?? null,
    category: livestream.categories?.[0]?.name ?? null,
    viewers: answer.views ?? null,
    durationSeconds: livestream.duration == null ? null : Math.round(livestream.duration / 1_000),
  };
}

const empty = {
  description: null,
  category: null,
  isLive: false,
  viewers: null,
  durationSeconds: null,
  playlistUrl: null,
} satisfies Partial<LinkedPage>;

const channelOf = ({ slug, user }: SiteChannel): LinkedPage['channel'] => ({
  name: slug,
  displayName: user?.username ?? slug,
  avatarUrl: user?.profile_pic ?? null,
  url: channelUrl(slug),
});
