import type { Snapshot } from '@tally/kernel';
import { z } from 'zod';

const MOST_TITLE = 300;
const MOST_TEXT = 4_000;
const MOST_ADDRESS = 2_048;

/** Removes characters that databases and JSON refuse: NULs and lone surrogates. */
const cleaned = (text: string, most: number): string | null =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replaceAll('\0', '')
    .trim() || null;

const title = z
  .string()
  .nullish()
  .transform((text) => cleaned(text ?? '', MOST_TITLE));
const caption = z
  .string()
  .nullish()
  .transform((text) => cleaned(text ?? '', MOST_TEXT));
const count = z.coerce
  .number()
  .int()
  .min(0)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const truth = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const picture = z
  .string()
  .nullish()
  .transform((url) => (url && isAddress(url) ? url : null));
const bigId = z.string().regex(/^\d{5,20}$/);
/** `''` and `'0'` mean that there is no room. */
const roomId = z
  .string()
  .nullish()
  .transform((id) => (id && /^[1-9]\d{4,19}$/.test(id) ? id : null));
export const nameRule = /^[a-z0-9_.]{2,24}$/i;
const uniqueId = z
  .string()
  .regex(nameRule)
  .transform((name) => name.toLowerCase());
const secUid = z
  .string()
  .regex(/^[\w.-]{1,200}$/)
  .nullish()
  .catch(null)
  .transform((id) => id ?? null);

const isAddress = (url: string): boolean =>
  url.length <= MOST_ADDRESS && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Returns the creation time in the upper half of an id, in seconds. Returns null if that makes no sense. */
export function timeOfId(id: string): Date | null {
  if (!/^\d{5,20}$/.test(id)) return null;
  const seconds = Number(BigInt(id) >> 32n);
  return seconds > 1_400_000_000 && seconds < 4_000_000_000 ? new Date(seconds * 1_000) : null;
}

const moment = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) =>
    seconds && seconds > 1_400_000_000 && seconds < 4_000_000_000 ? new Date(seconds * 1_000) : null,
  );

const User = z.object({
  id: bigId,
  uniqueId,
  secUid,
  nickname: title,
  avatarLarger: picture,
  avatarThumb: picture,
  secret: truth,
  privateAccount: truth,
  roomId,
  status: z.number().int().nullish(),
});

const Stats = z.object({ followerCount: count }).nullish();

/** The live page and the call contain the same object. */
const LiveUser = z
  .object({
    user: User,
    stats: Stats,
    liveRoom: z
      .object({
        title,
        coverUrl: picture,
        squareCoverImg: picture,
        startTime: moment,
        status: z.number().int().nullish(),
        liveRoomStats: z.object({ userCount: count }).nullish(),
      })
      .nullish(),
  })
  .transform(({ user, stats, liveRoom }) => ({
    person: personOf(user, stats?.followerCount ?? null),
    status: liveRoom?.status ?? user.status ?? null,
    room: user.roomId
      ? {
          id: user.roomId,
          startedAt: liveRoom?.startTime ?? null,
          title: liveRoom?.title ?? null,
          thumbnailUrl: liveRoom?.coverUrl ?? liveRoom?.squareCoverImg ?? null,
          viewers: liveRoom?.liveRoomStats?.userCount ?? null,
          category: null as string | null,
        }
      : null,
  }));
export type SeenChannel = z.output<typeof LiveUser>;
export type SeenRoom = NonNullable<SeenChannel['room']>;

const personOf = (user: z.output<typeof User>, followers: number | null) => ({
  id: user.id,
  name: user.uniqueId,
  displayName: user.nickname ?? user.uniqueId,
  secUid: user.secUid,
  avatarUrl: user.avatarLarger ?? user.avatarThumb,
  isPrivate: user.secret || user.privateAccount,
  followers,
});
export type SeenPerson = ReturnType<typeof personOf>;

/** `SIGI_STATE` of `/@name/live`. Without such a user the object is missing. */
export const LivePage = z
  .object({ LiveRoom: z.object({ liveRoomUserInfo: LiveUser }) })
  .transform((page) => page.LiveRoom.liveRoomUserInfo);

/** A request to prove that the client is human. */
export const Verification = z.object({ type: z.literal('verify') });
/** An error code in a response with status 200. */
export const Complaint = z
  .object({ statusCode: z.number().optional(), status_code: z.number().optional() })
  .transform((body) => body.statusCode ?? body.status_code ?? 0);

export const UserRoom = z.object({ statusCode: z.literal(0).optional(), data: LiveUser }).transform(({ data }) => data);

/** `room_id` may exceed the safe integers, so it is read as text (see `page.ts`). */
export const AliveRooms = z.object({
  data: z.array(
    z
      .object({ alive: z.boolean(), room_id_str: bigId.nullish(), room_id: z.unknown() })
      .transform((room) => ({ isAlive: room.alive, id: room.room_id_str ?? String(room.room_id) })),
  ),
});

const firstPicture = z
  .object({ url_list: z.array(z.string()).min(1) })
  .nullish()
  .catch(null)
  .transform((list) => picture.parse(list?.url_list[0]));

export const RoomInfo = z
  .object({
    status_code: z.literal(0).optional(),
    data: z.object({
      id_str: bigId,
      title,
      status: z.number().int(),
      create_time: moment,
      user_count: count,
      cover: firstPicture,
      hashtag: z.object({ title }).nullish().catch(null),
      owner: z.object({ id_str: bigId, display_id: uniqueId, nickname: title, sec_uid: secUid }),
    }),
  })
  .transform(({ data }) => ({
    ownerId: data.owner.id_str,
    name: data.owner.display_id,
    displayName: data.owner.nickname ?? data.owner.display_id,
    secUid: data.owner.sec_uid,
    status: data.status,
    room: {
      id: data.id_str,
      startedAt: data.create_time,
      title: data.title,
      thumbnailUrl: data.cover,
      viewers: data.user_count,
      category: data.hashtag?.title ?? null,
    } satisfies SeenRoom,
  }));

/** `webapp.user-detail` of the profile page. A code shows whether the user exists. */
const UserDetail = z.object({
  statusCode: z.number().int(),
  userInfo: z.object({ user: User.optional().catch(undefined), stats: Stats.catch(null) }).nullish(),
});
export const ProfilePage = z
  .object({ __DEFAULT_SCOPE__: z.object({ 'webapp.user-detail': UserDetail }) })
  .transform((page) => page.__DEFAULT_SCOPE__['webapp.user-detail'])
  .transform(({ statusCode, userInfo }) => ({
    statusCode,
    person: userInfo?.user ? personOf(userInfo.user, userInfo.stats?.followerCount ?? null) : null,
  }));

export interface SeenVideo {
  readonly id: string;
  readonly text: string | null;
  readonly thumbnailUrl: string | null;
  readonly publishedAt: Date;
  readonly seconds: number | null;
  readonly views: number | null;
}

const videoOf = (about: Partial<SeenVideo> & { id: string }): SeenVideo | null => {
  const publishedAt = about.publishedAt ?? timeOfId(about.id);
  if (!publishedAt) return null;
  return { text: null, thumbnailUrl: null, seconds: null, views: null, ...about, publishedAt };
};
const isThere = <T>(value: T | null): value is T => value !== null;

/** `/embed/@name` has no dates, and captions only sometimes. */
const ChannelEmbed = z
  .object({
    userInfo: z.object({ code: z.number().optional(), id: bigId.optional(), privateAccount: truth, videoCount: count }),
    videoList: z
      .array(z.object({ id: bigId, desc: caption, coverUrl: picture, playCount: count }))
      .max(100)
      .default([]),
  })
  .transform(({ userInfo, videoList }) => ({
    isAbsent: userInfo.code === 404,
    ownerId: userInfo.id ?? null,
    isPrivate: userInfo.privateAccount,
    hasNone: userInfo.videoCount === 0,
    videos: videoList
      .map((each) => videoOf({ id: each.id, text: each.desc, thumbnailUrl: each.coverUrl, views: each.playCount }))
      .filter(isThere),
  }));
export type SeenEmbed = z.output<typeof ChannelEmbed>;

const frontity = <S extends z.ZodType>(entry: S, path: string) =>
  z
    .object({ source: z.object({ data: z.record(z.string(), z.unknown()) }) })
    // Some versions of the page add a slash to the path.
    .transform(({ source }) => source.data[path] ?? source.data[`${path}/`])
    .pipe(entry);

export const channelEmbedOf = (name: string) => frontity(ChannelEmbed, `/embed/@${name}`);

const VideoEmbed = z
  .object({
    videoData: z.object({
      itemInfos: z.object({
        id: bigId,
        text: caption,
        createTime: moment,
        covers: z.array(z.string()).catch([]),
        playCount: count,
        video: z
          .object({ videoMeta: z.object({ duration: count }) })
          .nullish()
          .catch(null),
      }),
    }),
  })
  .transform(({ videoData: { itemInfos: item } }) => ({
    text: item.text,
    thumbnailUrl: picture.parse(item.covers[0]),
    seconds: item.video?.videoMeta.duration || null,
  }));
export type VideoDetails = z.output<typeof VideoEmbed>;
export const videoEmbedOf = (id: string) => frontity(VideoEmbed, `/embed/v2/${id}`);

/** https://developers.tiktok.com/doc/embed-videos */
export const Oembed = z
  .object({ title: caption, thumbnail_url: picture })
  .transform((body): VideoDetails => ({ text: body.title, thumbnailUrl: body.thumbnail_url, seconds: null }));

const Item = z
  .object({
    id: bigId,
    desc: caption,
    createTime: moment,
    author: z.object({ id: bigId, uniqueId, nickname: title }),
    video: z.object({ cover: picture, duration: count }).nullish().catch(null),
    stats: z.object({ playCount: count }).nullish().catch(null),
  })
  .transform((item) => ({
    author: {
      id: item.author.id,
      name: item.author.uniqueId,
      displayName: item.author.nickname ?? item.author.uniqueId,
    },
    video: videoOf({
      id: item.id,
      text: item.desc,
      thumbnailUrl: item.video?.cover ?? null,
      // A photo post has length 0, which means none.
      seconds: item.video?.duration || null,
      views: item.stats?.playCount ?? null,
      ...(item.createTime ? { publishedAt: item.createTime } : {}),
    }),
  }));
export const ItemList = z
  .object({ statusCode: z.literal(0).optional(), itemList: z.array(Item).max(100).default([]) })
  .transform(({ itemList }) => itemList);
export type SeenItem = z.output<typeof Item>;

/** The numbers mean: 1 in setup, 2 live, 3 paused, 4 over. */
const OVER = 4;

/** Returns the state for a room's status number. Unknown numbers have no meaning. */
export function stateOf(status: number | null): 'live' | 'offline' | 'unknown' {
  if (status === OVER) return 'offline';
  return status !== null && status >= 1 && status < OVER ? 'live' : 'unknown';
}

export function liveIn(
  channelId: string,
  name: string,
  room: SeenRoom & { readonly startedAt: Date },
): Extract<Snapshot, { state: 'live' }> {
  return {
    state: 'live',
    channelId,
    streamId: room.id,
    startedAt: room.startedAt,
    url: `${channelUrl(name)}/live`,
    details: {
      title: room.title,
      category: room.category,
      categoryImageUrl: null,
      // The URL is signed and valid for about a day.
      thumbnailUrl: room.thumbnailUrl,
      viewers: room.viewers,
      language: null,
      isMature: false,
    },
  };
}

export const channelUrl = (name: string): string => `https://www.tiktok.com/@${name}`;
