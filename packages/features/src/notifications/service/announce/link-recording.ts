import type { ChannelId, ServerId } from '@tally/contract';
import { type Ctx, hours, minutes, type StreamSession, type Video } from '@tally/kernel';
import { amend, listPlaces, note } from '@tally/pipeline/delivery';
import { asSession, listEarlier, listLatestSessions } from '@tally/pipeline/detection';
import { eachFollowerPage, listStreamersOf } from '../../../streamers/index.ts';
import { endKey, liveKey, videoKey } from '../../match/single.ts';
import { giveUpAt } from './announce-live.ts';
import type { Publication } from './announce-video.ts';
import { listToldAs } from './followers.ts';

/** The servers whose links to recordings do not lead to the platform, with the URLs they use instead. */
export type Elsewhere = ReadonlyMap<ServerId, string>;

/**
 * Adds the link to a new recording to end cards and offline messages. With `elsewhere`, only those servers get it, each
 * with its own link, and messages about the recording itself link there too.
 */
export async function linkRecording(
  ctx: Ctx,
  { video, channel }: Publication,
  elsewhere: Elsewhere | null = null,
): Promise<void> {
  const sessions = await sessionsOf(ctx, video);
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  for await (const followers of eachFollowerPage(ctx, channel)) {
    const byUrl = Map.groupBy(followers, ({ serverId }) => (elsewhere ? elsewhere.get(serverId) : video.url));
    for (const [vodUrl, streamers] of byUrl) {
      if (vodUrl === undefined) continue;
      const about = { vodUrl };
      const toldAs = await listToldAs(ctx, streamers, sessions);
      const keysOf = (key: typeof liveKey) =>
        streamers.flatMap(({ id }) => {
          const sessionId = toldAs(id);
          return sessionId === undefined ? [] : [key(id, sessionId)];
        });
      const [live, offline] = [keysOf(liveKey), keysOf(endKey)];
      const own = elsewhere ? streamers.map((streamer) => videoKey(streamer.id, video)) : [];
      await ctx.db.transaction(async (tx) => {
        // If the stream ends later for a server, its end card reads the link then.
        await note(tx, live, about);
        await amend(ctx, tx, live, { having: { phase: 'end' }, ...until });
        await amend(ctx, tx, [...offline, ...own], { about, ...until });
      });
    }
  }
}

const A_FEW = 10;
/** Enough for all recordings of two weeks. */
const MANY = 300;
const BEFORE_START_MS = minutes(10);
const AFTER_END_MS = hours(6);

/**
 * Finds the stream of a recording: the one that the platform names, or the one during which it was published. Returns
 * the sessions under which servers count it, oldest first.
 */
export async function sessionsOf(ctx: Ctx, video: Video): Promise<readonly string[]> {
  const sessions = await listLatestSessions(ctx.db, [video], A_FEW);
  const session = sessions.find((row) =>
    video.streamId ? row.streamId === video.streamId : isWithin(video.publishedAt, asSession(row)),
  );
  if (!session) return [];
  const strandOf = await listEarlier(ctx.db, [session]);
  return strandOf(session).map(({ id }) => id);
}

const isWithin = (at: Date, { startedAt, endedAt }: StreamSession): boolean =>
  endedAt !== null &&
  at.getTime() >= startedAt.getTime() - BEFORE_START_MS &&
  at.getTime() <= endedAt.getTime() + AFTER_END_MS;

/** The facts with which we find a recording's stream. */
export type OfStream = Pick<Video, 'platform' | 'channelId' | 'id' | 'publishedAt'>;

/** Finds each recording's stream with its categories, and one server's message about it. */
export async function findStreamsOf(
  ctx: Ctx,
  serverId: ServerId,
  those: readonly OfStream[],
): Promise<(video: OfStream) => { session: StreamSession | null; post: { channelId: ChannelId; url: string } | null }> {
  const sessions = (await listLatestSessions(ctx.db, those, MANY)).map(asSession);
  const sessionOf = (video: OfStream): StreamSession | null =>
    sessions.find((each) => isOfChannel(each, video) && isWithin(video.publishedAt, each)) ?? null;
  const streamers = await listStreamersOf(ctx.db, serverId);
  const keysOf = (video: OfStream): string[] => {
    const session = sessionOf(video);
    return streamers
      .filter((each) => isOfChannel(each, video))
      .flatMap(({ id }) => [videoKey(id, { ...video, kind: 'vod' }), ...(session ? [liveKey(id, session.id)] : [])]);
  };
  const places = await listPlaces(ctx.db, those.flatMap(keysOf));
  return (video) => {
    const posted = keysOf(video).flatMap((key) => {
      const { channelId, messageId } = places.get(key) ?? {};
      return channelId && messageId
        ? [{ channelId, url: `https://discord.com/channels/${serverId}/${channelId}/${messageId}` }]
        : [];
    });
    return { session: sessionOf(video), post: posted[0] ?? null };
  };
}

type OnChannel = Pick<Video, 'platform' | 'channelId'>;
const isOfChannel = (one: OnChannel, other: OnChannel): boolean =>
  one.platform === other.platform && one.channelId === other.channelId;
