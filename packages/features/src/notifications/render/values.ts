import type { RoleId } from '@tally/contract';
import type { Channel, Ctx, StreamSession, Video } from '@tally/kernel';
import { roleMention } from '@tally/message/discord';
import { duration } from '@tally/message/duration';
import type { Values } from '@tally/message/template';
import type { ServerSummary } from '../../servers/index.ts';
import type { StreamerRow } from '../../streamers/index.ts';

export interface WatchLink {
  readonly name: string;
  readonly url: string;
}

/** The subject of a message. */
export type Subject =
  | {
      readonly kind: 'stream';
      readonly session: StreamSession;
      /** The recording's URL, once it can be watched. */
      readonly vodUrl: string | null;
      /** All places to watch the stream, if there are several. */
      readonly links?: readonly WatchLink[] | undefined;
    }
  | { readonly kind: 'video'; readonly video: Video };

export interface NotificationScene {
  readonly ctx: Pick<Ctx, 'clock' | 'config' | 'platforms'>;
  readonly streamer: Pick<StreamerRow, 'serverId'>;
  readonly channel: Channel;
  readonly looks: ServerSummary;
  readonly pingRoleId: RoleId | null;
  readonly subject: Subject;
}

/** All values that are the same for every server that follows a channel in the same way. */
type Shared = Omit<NotificationScene, 'looks'>;

/** Every value that a template may use. An unknown value is null and renders as empty. */
export function valuesOf(scene: NotificationScene): Values {
  const { subject } = scene;
  return {
    ...ofServer(scene.looks),
    ...shared(scene),
    ...(subject.kind === 'stream' ? ofStream(scene, subject) : ofVideo(subject.video)),
  };
}

const ofServer = ({ name, iconUrl, memberCount }: Pick<ServerSummary, 'name' | 'iconUrl' | 'memberCount'>) =>
  ({ server: name, server_icon: iconUrl, member_count: memberCount }) satisfies Values;

/** The values that differ between servers. */
export const serverValues = Object.keys(ofServer({ name: '', iconUrl: null, memberCount: 0 }));

function shared({ ctx, streamer, channel, pingRoleId }: Shared): Values {
  const platform = ctx.platforms.definitions.find((each) => each.id === channel.platform);
  return {
    now: moment(ctx.clock.now(), 'f'),
    streamer: channel.displayName,
    username: channel.name,
    platform: platform?.name ?? channel.platform,
    platform_color: platform?.colour ?? null,
    platform_icon: `${ctx.config.webUrl}/platforms/${channel.platform}.png`,
    channel_url: channel.url,
    avatar: channel.avatarUrl,
    followers: channel.followers,
    ping: pingRoleId ? roleMention(streamer.serverId, pingRoleId) : null,
  };
}

function ofStream(scene: Shared, { session, vodUrl, links }: Extract<Subject, { kind: 'stream' }>): Values {
  const { ctx, channel } = scene;
  const { details, endedAt } = session;
  const platform = ctx.platforms.definitions.find((each) => each.id === channel.platform);
  return {
    url: session.url,
    links: (links ?? [{ name: platform?.name ?? channel.platform, url: channel.url }])
      .map(({ name, url }) => `[${name}](${url})`)
      .join(' · '),
    title: details.title,
    category: details.category,
    game: details.category,
    category_image: details.categoryImageUrl,
    thumbnail: withCacheBuster(details.thumbnailUrl, ctx.clock.now()),
    language: details.language,
    viewers: details.viewers,
    started: moment(session.startedAt, 'R'),
    ended: endedAt ? moment(endedAt, 'R') : null,
    duration: endedAt ? lasting(endedAt.getTime() - session.startedAt.getTime()) : null,
    peak_viewers: session.peakViewers,
    average_viewers: session.averageViewers,
    categories: endedAt ? timeline(session, endedAt) : null,
    vod_url: vodUrl,
  };
}

const ofVideo = (video: Video): Values => ({
  url: video.url,
  title: video.title,
  category: video.category,
  game: video.category,
  thumbnail: video.thumbnailUrl,
  description: video.description,
  published: moment(video.publishedAt, 'R'),
  premieres: premiereOf(video),
  duration: video.durationSeconds === null ? null : lasting(video.durationSeconds * 1000),
  vod_url: video.kind === 'vod' ? video.url : null,
  clipper: video.clipper?.name ?? null,
  moment_url: video.momentUrl ?? null,
  download_url: video.downloadUrl ?? null,
  views: video.views,
});

/** The date and time in the reader's own time zone, with the time left. */
function premiereOf({ premieresAtMs }: Video): string | null {
  if (!premieresAtMs) return null;
  const at = new Date(premieresAtMs);
  return `${moment(at, 'F')} (${moment(at, 'R')})`;
}

const moment = (date: Date, style: 'f' | 'F' | 'R'): string => `<t:${Math.floor(date.getTime() / 1000)}:${style}>`;

/** Formats durations in the same way for every language, because they are computed once for all servers. */
const lasting = (ms: number): string => duration(Math.round(ms / 1000) * 1000, 'en-US');

/** Formats `Just Chatting 24m · Minecraft 2h 48m`, with each category once and its total time. */
export function timeline({ categories }: Pick<StreamSession, 'categories'>, endedAt: Date): string | null {
  const times = new Map<string, number>();
  categories.forEach(({ name, from }, place) => {
    const until = categories[place + 1]?.from ?? endedAt;
    times.set(name, (times.get(name) ?? 0) + Math.max(0, until.getTime() - from.getTime()));
  });
  return times.size === 0 ? null : [...times].map(([name, ms]) => `${name} ${lasting(ms)}`).join(' · ');
}

/** Makes the URL new, because Discord caches images by URL and would not show a new image at the old one. */
export function withCacheBuster(url: string | null, now: Date): string | null {
  const parsed = url === null ? null : URL.parse(url);
  if (!parsed) return null;
  parsed.searchParams.set('t', String(Math.floor(now.getTime() / 60_000)));
  return parsed.toString();
}
