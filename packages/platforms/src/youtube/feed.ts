import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { findChild, readXml, type XmlNode } from './xml.ts';
import { ChannelId, VideoId } from './youtube.external.ts';

/** An entry of a feed or a push. Its title may be outdated, so we load titles from the API. */
export interface FeedEntry {
  readonly videoId: string;
  readonly channelId: string;
  readonly at: Date;
  readonly isDeleted: boolean;
}

const Entry = z.object({ videoId: VideoId, channelId: ChannelId, at: z.coerce.date() });

/** Returns the readable entries in order, or null if this is not a feed. */
export function readFeed(source: string): FeedEntry[] | null {
  const root = readXml(source);
  if (root?.name !== 'feed') return null;
  return root.children.flatMap((node) => {
    if (node.name !== 'entry' && node.name !== 'deleted-entry') return [];
    const isDeleted = node.name === 'deleted-entry';
    const read = Entry.safeParse(isDeleted ? tombstoneOf(node) : entryOf(node));
    return read.success ? [{ ...read.data, isDeleted }] : [];
  });
}

const textOf = (node: XmlNode, name: string): string | undefined => findChild(node, name)?.text;

const entryOf = (node: XmlNode) => ({
  videoId: textOf(node, 'videoId'),
  channelId: textOf(node, 'channelId'),
  at: textOf(node, 'updated') ?? textOf(node, 'published'),
});

/** The channel appears only in its author's URL: https://www.rfc-editor.org/rfc/rfc6721 */
function tombstoneOf(node: XmlNode) {
  const by = findChild(node, 'by');
  return {
    videoId: node.attributes['ref']?.replace(/^yt:video:/, ''),
    channelId: /\/channel\/([\w-]+)$/.exec((by && textOf(by, 'uri')) ?? '')?.[1],
    at: node.attributes['when'],
  };
}

/**
 * Returns the ids of the fifteen newest videos, which costs no units. Returns null if unknown, because these feeds
 * sometimes return 404 and 500 for days: https://github.com/FreeTubeApp/FreeTube/issues/8443
 */
export async function fetchNewest(
  { http, config, log }: PlatformDoors,
  channelId: string,
): Promise<readonly string[] | null> {
  const url = `${config.youtube.siteUrl}/feeds/videos.xml`;
  try {
    const { data } = await http.text({ world: 'youtube', url, query: { channel_id: channelId } });
    const entries = readFeed(data);
    if (entries) return entries.filter((entry) => entry.channelId === channelId).map(({ videoId }) => videoId);
    log.warn({ channelId, sample: data.slice(0, 120) }, 'a feed of YouTube is invalid');
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.debug({ error, channelId }, 'a feed of YouTube could not be read');
    return null;
  }
}
