/** Helix's own JSON, built from our state. Field names are as in https://dev.twitch.tv/docs/api/reference */
import { isMoving } from '../platform/pictures/emotes.ts';
import { type Clip, type Emote, type Game, getGame, type Person, type Stream, type TwitchWorld } from './world.ts';

export const rfc3339 = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

export const pictureUrl = (world: TwitchWorld, person: Person): string =>
  `${world.doors.baseUrl()}/cdn/jtv_user_pictures/${person.userId}.png`;

/** The braces stay, because clients replace them with a size. */
const previewUrl = (world: TwitchWorld, person: Person): string =>
  `${world.doors.baseUrl()}/cdn/previews-ttv/live_user_${person.login}-{width}x{height}.png`;

export const showUser = (world: TwitchWorld, person: Person): object => ({
  id: person.userId,
  login: person.login,
  display_name: person.displayName,
  type: '',
  broadcaster_type: person.rank,
  description: person.bio,
  profile_image_url: pictureUrl(world, person),
  offline_image_url: '',
  view_count: 0,
  created_at: rfc3339(person.createdAt),
});

export const showChannel = (world: TwitchWorld, person: Person): object => ({
  broadcaster_id: person.userId,
  broadcaster_login: person.login,
  broadcaster_name: person.displayName,
  broadcaster_language: person.language,
  game_id: person.gameId,
  game_name: getGame(world, person.gameId).name,
  title: person.title,
  delay: 0,
  tags: person.tags,
  content_classification_labels: person.isMature ? ['MatureGame'] : [],
  is_branded_content: false,
});

export const showStream = (world: TwitchWorld, person: Person, stream: Stream): object => ({
  id: stream.id,
  user_id: person.userId,
  user_login: person.login,
  user_name: person.displayName,
  game_id: person.gameId,
  game_name: getGame(world, person.gameId).name,
  type: 'live',
  title: person.title,
  viewer_count: stream.viewers,
  started_at: rfc3339(stream.startedAt),
  language: person.language,
  thumbnail_url: previewUrl(world, person),
  tag_ids: [],
  tags: person.tags,
  is_mature: person.isMature,
});

export const showFound = (world: TwitchWorld, person: Person): object => ({
  broadcaster_language: person.language,
  broadcaster_login: person.login,
  display_name: person.displayName,
  game_id: person.gameId,
  game_name: getGame(world, person.gameId).name,
  id: person.userId,
  is_live: person.stream !== null,
  tag_ids: [],
  tags: person.tags,
  thumbnail_url: pictureUrl(world, person),
  title: person.title,
  started_at: person.stream ? rfc3339(person.stream.startedAt) : '',
});

/** Returns the format of search results. */
export const showCategory = (world: TwitchWorld, game: Game): object => ({
  id: game.id,
  name: game.name,
  box_art_url: `${world.doors.baseUrl()}/cdn/ttv-boxart/${game.id}-{width}x{height}.png`,
});

/** The IGDB id is empty, because that database does not have the game. */
export const showGame = (world: TwitchWorld, game: Game): object => ({ ...showCategory(world, game), igdb_id: '' });

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}h` : ''}${hours || minutes ? `${minutes}m` : ''}${seconds % 60}s`;
}

export function showVideo(world: TwitchWorld, person: Person, stream: Stream): object {
  const end = stream.endedAt ?? world.doors.now();
  return {
    id: stream.videoId,
    stream_id: stream.id,
    user_id: person.userId,
    user_login: person.login,
    user_name: person.displayName,
    title: stream.title,
    description: '',
    created_at: rfc3339(stream.startedAt),
    published_at: rfc3339(stream.startedAt),
    url: `https://www.twitch.tv/videos/${stream.videoId}`,
    thumbnail_url: stream.endedAt
      ? `${world.doors.baseUrl()}/cdn/cf_vods/${stream.videoId}/thumb0-%{width}x%{height}.png`
      : '',
    viewable: 'public',
    view_count: stream.viewers * 4,
    language: person.language,
    type: 'archive',
    duration: duration(Math.max(0, Math.floor((end.getTime() - stream.startedAt.getTime()) / 1_000))),
    muted_segments: null,
  };
}

export const showClip = (world: TwitchWorld, person: Person, clip: Clip): object => ({
  id: clip.id,
  url: `https://clips.twitch.tv/${clip.id}`,
  embed_url: `https://clips.twitch.tv/embed?clip=${clip.id}`,
  broadcaster_id: person.userId,
  broadcaster_name: person.displayName,
  creator_id: clip.creatorId,
  creator_name: world.people.get(clip.creatorId)?.displayName ?? '',
  video_id: clip.vodOffset === null ? '' : clip.videoId,
  game_id: clip.gameId,
  language: person.language,
  title: clip.title,
  view_count: clip.views,
  created_at: rfc3339(clip.createdAt),
  thumbnail_url: `${world.doors.baseUrl()}/cdn/twitch-clips/${clip.id}-preview-480x272.png`,
  duration: clip.seconds,
  vod_offset: clip.vodOffset,
  is_featured: false,
});

/** `images` are always static. A global emote has no type, tier or set. */
export function showEmote(world: TwitchWorld, emote: Emote): object {
  const address = (scale: string): string =>
    `${world.doors.baseUrl()}/cdn/emoticons/v2/${emote.id}/static/light/${scale}`;
  return {
    id: emote.id,
    name: emote.name,
    images: { url_1x: address('1.0'), url_2x: address('2.0'), url_4x: address('3.0') },
    ...(emote.type === 'globals' ? {} : { tier: emote.tier, emote_type: emote.type, emote_set_id: emote.setId }),
    format: isMoving(emote.picture) ? ['static', 'animated'] : ['static'],
    scale: ['1.0', '2.0', '3.0'],
    theme_mode: ['light', 'dark'],
  };
}
