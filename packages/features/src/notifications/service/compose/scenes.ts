import type { RoleId, StreamerMessageType } from '@tally/contract';
import type { Channel, Ctx, Grace, StreamSession, Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { asSessionFor, listChannels, listStreams, listVideos } from '@tally/pipeline/detection';
import { listStreamersById, type StreamerRow, type StreamerSettings } from '../../../streamers/index.ts';
import { withClipPages } from './clip-pages.ts';
import type { MessagesDraft } from './templates.ts';

/** The facts of a delivery, as we wrote them. */
export interface About {
  /** For a live message: whether it shows the stream or its end. */
  readonly phase?: 'live' | 'end';
  readonly vodUrl?: string;
  readonly video?: { readonly id: string; readonly kind: Video['kind'] };
  readonly test?: 'live' | 'video';
  /** The message that a test shows. Absent: the one for streams, or the one for the latest video. */
  readonly message?: StreamerMessageType;
  /** Unsaved changes that a test tries. */
  readonly draft?: StreamerDraft;
  /** An override may decide otherwise once the category is known. */
  readonly awaitsCategory?: boolean;
  /** The decision of an override, if there is one. */
  readonly override?: { readonly pingRoleId: RoleId | 'nobody' | null; readonly publish: boolean | null } | null;
}

/** The role that the message pings: an override may choose another role, or none. */
export function pinged({ override }: About, usual: RoleId | null): RoleId | null {
  if (override?.pingRoleId === 'nobody') return null;
  return override?.pingRoleId ?? usual;
}

/** Unsaved changes; absent is unchanged, null is cleared. */
export interface StreamerDraft {
  readonly settings?: StreamerSettings;
  readonly messages?: MessagesDraft;
}

export const aboutOf = (delivery: Pick<Delivery, 'about'>): About => delivery.about;

/** The subjects of a batch of messages, in a fixed number of queries. */
export interface Cast {
  streamer(id: string): StreamerRow | null;
  /** The stream as servers with this grace know it. */
  session(id: string | null, grace: Grace): StreamSession | null;
  channel(streamer: StreamerRow): Channel | null;
  video(streamer: StreamerRow, about: About): Video | null;
}

export async function loadCast(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Cast> {
  const sessionIds = [...new Set(deliveries.flatMap((each) => each.sessionId ?? []))];
  const [streamers, streams] = await Promise.all([
    listStreamersById(ctx.db, [...new Set(deliveries.map((each) => each.subject))]),
    listStreams(ctx.db, sessionIds),
  ]);
  // Usually it is the channel that the stream is on.
  const known = new Map(streams.map(({ channel }) => [`${channel.platform} ${channel.id}`, channel]));
  const others = streamers.filter(({ platform, channelId }) => !known.has(`${platform} ${channelId}`));
  const [more, videos] = await Promise.all([loadChannels(ctx, others), loadVideos(ctx, streamers, deliveries)]);
  const channels = new Map([...known, ...more]);
  const byId = new Map(streamers.map((streamer) => [streamer.id, streamer]));
  const strandOf = new Map(streams.map(({ session, strand }) => [session.id, strand]));
  return {
    streamer: (id) => byId.get(id) ?? null,
    session(id, grace) {
      const strand = strandOf.get(id ?? '');
      return strand ? asSessionFor(strand, grace) : null;
    },
    channel: ({ platform, channelId }) => channels.get(`${platform} ${channelId}`) ?? null,
    video: ({ platform }, { video }) => (video ? (videos.get(videoName(platform, video)) ?? null) : null),
  };
}

export async function loadChannels(ctx: Ctx, streamers: readonly StreamerRow[]): Promise<ReadonlyMap<string, Channel>> {
  const byPlatform = Map.groupBy(streamers, (streamer) => streamer.platform);
  const lists = await Promise.all(
    [...byPlatform].map(([platform, rows]) =>
      listChannels(ctx.db, platform, [...new Set(rows.map((row) => row.channelId))]),
    ),
  );
  return new Map(lists.flat().map((channel) => [`${channel.platform} ${channel.id}`, channel]));
}

type VideoWord = NonNullable<About['video']>;
export const videoName = (platform: StreamerRow['platform'], { kind, id }: VideoWord): string =>
  `${platform} ${kind} ${id}`;

export async function loadVideos(
  ctx: Ctx,
  streamers: readonly StreamerRow[],
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, Video>> {
  const platforms = new Map(streamers.map((streamer) => [streamer.id, streamer.platform]));
  const wanted = new Map(
    deliveries.flatMap((delivery) => {
      const platform = platforms.get(delivery.subject);
      const { video } = aboutOf(delivery);
      return platform && video ? [[videoName(platform, video), { platform, ...video }] as const] : [];
    }),
  );
  const found = await withClipPages(ctx, await listVideos(ctx.db, [...wanted.values()]));
  return new Map(found.map((video) => [videoName(video.platform, video), video]));
}
