/** The Data API's description of a channel or video, part by part. */
import { type Creator, isBroadcast, isLive, isUpcoming, publicVideos, type Video, type YoutubeWorld } from './world.ts';

export type Json = Readonly<Record<string, unknown>>;
type Size = 'default' | 'mqdefault' | 'hqdefault' | 'sddefault' | 'maxresdefault';

export const seconds = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** A running stream has a separate picture, which changes. */
export const pictureOf = (world: YoutubeWorld, video: Video, size: Size): string =>
  `${world.doors.baseUrl()}/cdn/vi/${video.id}/${size}${video.form === 'stream' && isLive(video) ? '_live' : ''}.jpg`;

export const avatarOf = (world: YoutubeWorld, { channelId }: Creator): string =>
  `${world.doors.baseUrl()}/cdn/ytc/${channelId}`;

function picturesOf(world: YoutubeWorld, video: Video): Json {
  const picture = (size: Size, width: number, height: number) => ({
    url: pictureOf(world, video, size),
    width,
    height,
  });
  return {
    default: picture('default', 120, 90),
    medium: picture('mqdefault', 320, 180),
    high: picture('hqdefault', 480, 360),
    standard: picture('sddefault', 640, 480),
    ...(video.hasLargePicture ? { maxres: picture('maxresdefault', 1_280, 720) } : {}),
  };
}

/** Formats the length in ISO 8601. A running stream has the length `P0D`. */
export function durationOf(video: Video): string {
  if (video.form === 'stream' && !video.endedAt) return 'P0D';
  const hours = Math.floor(video.seconds / 3_600);
  const minutes = Math.floor((video.seconds % 3_600) / 60);
  const rest = video.seconds % 60;
  const text = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return text === '' ? 'PT0S' : `PT${text}`;
}

export const broadcastContent = (video: Video): 'none' | 'upcoming' | 'live' =>
  isLive(video) ? 'live' : isUpcoming(video) ? 'upcoming' : 'none';

/** Returns undefined for videos that were never live. Most fields are temporary. */
function broadcastOf(video: Video): Json | undefined {
  if (!isBroadcast(video)) return undefined;
  const { startedAt, endedAt, scheduledAt } = video;
  return {
    ...(startedAt ? { actualStartTime: seconds(startedAt) } : {}),
    ...(endedAt ? { actualEndTime: seconds(endedAt) } : {}),
    ...(scheduledAt ? { scheduledStartTime: seconds(scheduledAt) } : {}),
    ...(isLive(video) && !video.isSilent
      ? { concurrentViewers: String(video.viewers), activeLiveChatId: `Cg0KC${video.id}` }
      : {}),
  };
}

export type VideoPart =
  | 'id'
  | 'snippet'
  | 'contentDetails'
  | 'liveStreamingDetails'
  | 'status'
  | 'statistics'
  | 'player'
  | 'topicDetails'
  | 'recordingDetails'
  | 'localizations'
  | 'paidProductPlacementDetails';

/** Parts that only the owner can read. */
export const ownersParts = ['fileDetails', 'processingDetails', 'suggestions', 'auditDetails'];

const topics: Json = { topicCategories: ['https://en.wikipedia.org/wiki/Entertainment'] };

export const videoParts: Readonly<
  Record<VideoPart, (world: YoutubeWorld, creator: Creator, video: Video) => Json | undefined>
> = {
  id: () => undefined,
  snippet: (world, creator, video) => ({
    publishedAt: seconds(video.publishedAt),
    channelId: creator.channelId,
    title: video.title,
    description: video.description,
    thumbnails: picturesOf(world, video),
    channelTitle: creator.title,
    categoryId: video.categoryId,
    liveBroadcastContent: broadcastContent(video),
    localized: { title: video.title, description: video.description },
    defaultAudioLanguage: creator.language,
  }),
  contentDetails: (_world, _creator, video) => ({
    duration: durationOf(video),
    dimension: '2d',
    definition: 'hd',
    caption: 'false',
    licensedContent: true,
    contentRating: video.isMature ? { ytRating: 'ytAgeRestricted' } : {},
    ...(video.regions ? { regionRestriction: video.regions } : {}),
    projection: 'rectangular',
  }),
  liveStreamingDetails: (_world, _creator, video) => broadcastOf(video),
  status: (_world, _creator, video) => ({
    uploadStatus: isBroadcast(video) && !video.endedAt ? 'uploaded' : 'processed',
    privacyStatus: video.isUnlisted ? 'unlisted' : 'public',
    license: 'youtube',
    embeddable: video.isEmbeddable,
    publicStatsViewable: true,
    madeForKids: video.isForKids,
  }),
  statistics: (_world, _creator, video) => ({
    viewCount: String(video.views),
    likeCount: String(Math.round(video.views / 25)),
    favoriteCount: '0',
    commentCount: String(Math.round(video.views / 400)),
  }),
  player: (_world, _creator, video) => ({
    embedHtml: `<iframe width="480" height="270" src="//www.youtube.com/embed/${video.id}" allowfullscreen></iframe>`,
  }),
  topicDetails: () => topics,
  recordingDetails: () => ({}),
  // No video here has translations.
  localizations: () => undefined,
  paidProductPlacementDetails: () => ({ hasPaidProductPlacement: false }),
};

export type ChannelPart =
  | 'id'
  | 'snippet'
  | 'statistics'
  | 'contentDetails'
  | 'status'
  | 'brandingSettings'
  | 'topicDetails'
  | 'localizations'
  | 'contentOwnerDetails';

export const channelParts: Readonly<Record<ChannelPart, (world: YoutubeWorld, creator: Creator) => Json | undefined>> =
  {
    id: () => undefined,
    snippet: (world, creator) => ({
      title: creator.title,
      description: creator.bio,
      customUrl: `@${creator.handle.toLowerCase()}`,
      publishedAt: seconds(creator.joinedAt),
      thumbnails: Object.fromEntries(
        [88, 240, 800].map((size, index) => [
          ['default', 'medium', 'high'][index],
          { url: avatarOf(world, creator), width: size, height: size },
        ]),
      ),
      localized: { title: creator.title, description: creator.bio },
    }),
    statistics: (_world, creator) => ({
      viewCount: String(creator.videos.reduce((sum, { views }) => sum + views, 0)),
      subscriberCount: String(creator.subscribers),
      hiddenSubscriberCount: false,
      videoCount: String(publicVideos(creator).length),
    }),
    contentDetails: (_world, creator) => ({
      relatedPlaylists: { likes: '', uploads: `UU${creator.channelId.slice(2)}` },
    }),
    status: () => ({ privacyStatus: 'public', isLinked: true, longUploadsStatus: 'longUploadsUnspecified' }),
    brandingSettings: (world, creator) => ({
      channel: { title: creator.title, description: creator.bio },
      image: { bannerExternalUrl: `${avatarOf(world, creator)}_banner` },
    }),
    topicDetails: () => topics,
    localizations: () => undefined,
    contentOwnerDetails: () => ({}),
  };

export const snippetOf = (world: YoutubeWorld, creator: Creator, video: Video): Json => {
  const { publishedAt, channelId, title, description, thumbnails, channelTitle, liveBroadcastContent } =
    videoParts.snippet(world, creator, video) as Record<string, unknown>;
  return { publishedAt, channelId, title, description, thumbnails, channelTitle, liveBroadcastContent };
};
