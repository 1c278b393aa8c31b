/** Atom, as in YouTube's feeds and its hub's pushes. */
import { pictureOf } from './shapes.ts';
import type { Creator, Video, YoutubeWorld } from './world.ts';

const MOST_ENTRIES = 15;
const SITE = 'https://www.youtube.com';

/** XML allows neither most control characters nor half of a surrogate pair. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (/\s/.test(sign) ? sign : ''))
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const moment = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, '+00:00');

const author = ({ title, channelId }: Creator): string =>
  `<author><name>${escapeXml(title)}</name><uri>${SITE}/channel/${channelId}</uri></author>`;

const entryHead = (creator: Creator, video: Video): string =>
  `<id>yt:video:${video.id}</id><yt:videoId>${video.id}</yt:videoId><yt:channelId>${creator.channelId}</yt:channelId>` +
  `<title>${escapeXml(video.title)}</title><link rel="alternate" href="${SITE}/watch?v=${video.id}"/>${author(creator)}` +
  `<published>${moment(video.publishedAt)}</published><updated>${moment(video.updatedAt)}</updated>`;

/** Writes `/feeds/videos.xml` with the newest public videos, including streams and premieres. */
export function writeFeed(world: YoutubeWorld, creator: Creator, videos: readonly Video[]): string {
  const { channelId, title } = creator;
  const media = (video: Video): string =>
    `<media:group><media:title>${escapeXml(video.title)}</media:title>` +
    `<media:content url="${SITE}/v/${video.id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>` +
    `<media:thumbnail url="${pictureOf(world, video, 'hqdefault')}" width="480" height="360"/>` +
    `<media:description>${escapeXml(video.description)}</media:description>` +
    `<media:community><media:statistics views="${video.views}"/></media:community></media:group>`;
  const entries = videos
    .slice(0, MOST_ENTRIES)
    .map((video) => ` <entry>${entryHead(creator, video)}${media(video)}</entry>\n`);
  // The channel's own id lacks the first two letters here, but the entries have the whole id.
  const bare = channelId.slice(2);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=${channelId}"/>
 <id>yt:channel:${bare}</id><yt:channelId>${bare}</yt:channelId><title>${escapeXml(title)}</title>
 <link rel="alternate" href="${SITE}/channel/${channelId}"/>${author(creator)}<published>${moment(creator.joinedAt)}</published>
${entries.join('')}</feed>
`;
}

/** https://developers.google.com/youtube/v3/guides/push_notifications. The self link still has the older form. */
export const writePush = (creator: Creator, video: Video): string =>
  `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="https://pubsubhubbub.appspot.com"/><link rel="self" href="${SITE}/xml/feeds/videos.xml?channel_id=${creator.channelId}"/><title>YouTube video feed</title><updated>${moment(video.updatedAt)}</updated><entry>
  ${entryHead(creator, video)}
 </entry></feed>
`;

/** For a deleted or private video, only the author's URL names the channel. https://www.rfc-editor.org/rfc/rfc6721 */
export const writeTombstone = (creator: Creator, video: Video, at: Date): string =>
  `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:at="http://purl.org/atompub/tombstones/1.0" xmlns="http://www.w3.org/2005/Atom"><at:deleted-entry ref="yt:video:${video.id}" when="${moment(at)}"><link href="${SITE}/watch?v=${video.id}"/><at:by><name>${escapeXml(creator.title)}</name><uri>${SITE}/channel/${creator.channelId}</uri></at:by></at:deleted-entry></feed>
`;
