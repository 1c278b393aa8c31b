/** TikTok's own JSON, built from our state, with the field names that programs read. */
import { signedUrl } from './files.ts';
import { latestRoom, type Person, type Room, type TikTokWorld, type Upload } from './world.ts';

const LIVE = 2;
const OVER = 4;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

export const avatarUrl = (world: TikTokWorld, person: Person): string => signedUrl(world, `avatar/${person.userId}`);
export const roomCoverUrl = (world: TikTokWorld, room: Room): string => signedUrl(world, `room/${room.id}`);
export const uploadCoverUrl = (world: TikTokWorld, upload: Upload): string => signedUrl(world, `video/${upload.id}`);

/** Returns 2 while the room runs, and 4 after its end. A private account never appears live. */
export const statusOf = (person: Person): number => (person.room && !person.isPrivate ? LIVE : OVER);

/** Returns the same object in the live page and in `api-live/user/room`. */
export function showLiveUser(world: TikTokWorld, person: Person): object {
  const room = latestRoom(person);
  const avatar = avatarUrl(world, person);
  return {
    user: {
      id: person.userId,
      uniqueId: person.uniqueId,
      secUid: person.secUid,
      nickname: person.nickname,
      signature: person.bio,
      verified: person.isVerified,
      secret: person.isPrivate,
      avatarLarger: avatar,
      avatarMedium: avatar,
      avatarThumb: avatar,
      // The room stays until the next broadcast. An account that never streamed has an empty one.
      roomId: room?.id ?? '',
      status: statusOf(person),
      followStatus: 0,
    },
    stats: { followerCount: person.followers, followingCount: 40 },
    liveRoom: {
      coverUrl: room ? roomCoverUrl(world, room) : '',
      squareCoverImg: '',
      title: room?.title ?? '',
      startTime: room ? seconds(room.startedAt) : 0,
      status: statusOf(person),
      liveRoomMode: 0,
      liveSubOnly: 0,
      gameTagId: 0,
      multiStreamScene: 1,
      liveRoomStats: { userCount: person.room?.viewers ?? 0, enterCount: (person.room?.viewers ?? 0) * 3 },
      streamId: '',
    },
  };
}

export const showProfileUser = (world: TikTokWorld, person: Person): object => {
  const avatar = avatarUrl(world, person);
  return {
    id: person.userId,
    uniqueId: person.uniqueId,
    nickname: person.nickname,
    secUid: person.secUid,
    avatarLarger: avatar,
    avatarMedium: avatar,
    avatarThumb: avatar,
    signature: person.bio,
    verified: person.isVerified,
    privateAccount: person.isPrivate,
    secret: person.isPrivate,
    roomId: person.room?.id ?? '',
  };
};

export const showStats = (person: Person): object => ({
  followerCount: person.followers,
  followingCount: 40,
  heartCount: person.followers * 14,
  videoCount: person.uploads.length,
});

/** A channel's embed has ids and little else: no dates, no text. */
export const showListed = (upload: Upload): object => ({
  id: upload.id,
  playCount: upload.plays,
  privateItem: false,
});

export const showItem = (world: TikTokWorld, person: Person, upload: Upload): object => ({
  id: upload.id,
  desc: upload.text,
  createTime: seconds(upload.createdAt),
  isPinnedItem: upload.isPinned,
  author: showProfileUser(world, person),
  video: {
    id: upload.id,
    duration: upload.seconds,
    width: 576,
    height: 1_024,
    ratio: '540p',
    cover: uploadCoverUrl(world, upload),
    originCover: uploadCoverUrl(world, upload),
    dynamicCover: uploadCoverUrl(world, upload),
  },
  stats: { playCount: upload.plays, diggCount: upload.plays >> 3, commentCount: 12, shareCount: 3, collectCount: '5' },
});

export const showEmbedded = (world: TikTokWorld, person: Person, upload: Upload): object => ({
  itemInfos: {
    id: upload.id,
    text: upload.text,
    createTime: String(seconds(upload.createdAt)),
    covers: [uploadCoverUrl(world, upload)],
    coversOrigin: [uploadCoverUrl(world, upload)],
    video: { urls: [], videoMeta: { width: 576, height: 1_024, ratio: 14, duration: upload.seconds } },
    playCount: upload.plays,
    diggCount: upload.plays >> 3,
    commentCount: 12,
    shareCount: 3,
    isActivityItem: false,
  },
  authorInfos: {
    userId: person.userId,
    secUid: person.secUid,
    uniqueId: person.uniqueId,
    nickName: person.nickname,
    signature: person.bio,
    verified: person.isVerified,
    covers: [avatarUrl(world, person)],
  },
  authorStats: showStats(person),
});

export function showRoomInfo(world: TikTokWorld, person: Person, room: Room): Record<string, unknown> {
  return {
    id_str: room.id,
    title: room.title,
    status: person.room === room ? LIVE : OVER,
    create_time: seconds(room.startedAt),
    user_count: room.viewers,
    cover: { uri: `room/${room.id}`, url_list: [roomCoverUrl(world, room)] },
    hashtag: { id: 5, title: person.topic },
    owner: {
      id_str: person.userId,
      display_id: person.uniqueId,
      nickname: person.nickname,
      sec_uid: person.secUid,
      avatar_thumb: { url_list: [avatarUrl(world, person)] },
      follow_info: { follower_count: person.followers },
    },
  };
}
