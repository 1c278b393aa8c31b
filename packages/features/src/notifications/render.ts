import { placeholdersFor, type StreamerMessageType } from '@tally/contract';
import type { Channel, Ctx, StreamSession } from '@tally/kernel';
import { defaultMessage } from '@tally/message/defaults';
import { type MessagePayload, type Ping, renderMessage } from '@tally/message/discord';
import type { Values } from '@tally/message/template';
import type { Templates } from './service/templates.ts';
import type { StreamerRow } from './tables.ts';

export interface Scene {
  readonly ctx: Ctx;
  readonly streamer: StreamerRow;
  readonly session: StreamSession;
  readonly channel: Channel;
  readonly templates: Templates;
  /** A test shows the ping role by name and pings nobody. */
  readonly isTest?: boolean;
}

export const renderLive = (scene: Scene): MessagePayload => render(scene, `${scene.channel.platform}Live`);
export const renderEnd = (scene: Scene): MessagePayload => render(scene, `${scene.channel.platform}Offline`);

function render(scene: Scene, type: StreamerMessageType): MessagePayload {
  const { streamer, templates, ctx } = scene;
  const isLive = type.endsWith('Live');
  const own = streamer.settings.usePerStreamerEmbeds === false ? null : templates.find(streamer, type);
  const { payload } = renderMessage({
    template: own ?? defaultMessage(type, ctx.locale),
    placeholders: placeholdersFor(type),
    values: valuesOf(scene),
    ping: isLive ? { ...pingOf(streamer), isSilent: scene.isTest ?? false } : {},
  });
  // An owner's message of nothing but empty placeholders would be no message at all.
  return payload ?? { content: scene.session.url, allowed_mentions: { parse: [], roles: [], users: [] } };
}

/** The server's own id as a role is @everyone. */
function pingOf({ settings, serverId }: StreamerRow): Ping {
  const role = settings.pingRoleId;
  if (!role) return {};
  return String(role) === String(serverId) ? { everyone: 'everyone' } : { roles: [role] };
}

function valuesOf({ ctx, streamer, session, channel }: Scene): Values {
  const { details } = session;
  const platform = ctx.platforms.definitions.find((each) => each.id === channel.platform);
  const role = streamer.settings.pingRoleId;
  return {
    now: moment(ctx.clock.now(), 'f'),
    streamer: channel.displayName,
    username: channel.name,
    platform: platform?.name ?? channel.platform,
    platform_color: platform?.colour ?? null,
    url: session.url,
    channel_url: channel.url,
    avatar: channel.avatarUrl,
    followers: channel.followers,
    ping: role ? (String(role) === String(streamer.serverId) ? '@everyone' : `<@&${role}>`) : null,
    title: details.title,
    category: details.category,
    game: details.category,
    category_image: details.categoryImageUrl,
    thumbnail: withCacheBuster(details.thumbnailUrl, ctx.clock.now()),
    language: details.language,
    viewers: details.viewers,
    started: moment(session.startedAt, 'R'),
    ended: session.endedAt ? moment(session.endedAt, 'R') : null,
    duration: session.endedAt ? duration(session.startedAt, session.endedAt) : null,
    peak_viewers: session.peakViewers,
    links: `[${platform?.name ?? channel.platform}](${channel.url})`,
  };
}

const moment = (date: Date, style: 'f' | 'R'): string => `<t:${Math.floor(date.getTime() / 1000)}:${style}>`;

function duration(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

/** Discord keeps pictures by their address, so a new picture at the old one would never be seen. */
function withCacheBuster(url: string | null, now: Date): string | null {
  const parsed = url === null ? null : URL.parse(url);
  if (!parsed) return null;
  parsed.searchParams.set('t', String(Math.floor(now.getTime() / 60_000)));
  return parsed.toString();
}
