import type { MediaItem, MediaItemId, MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';

/** A sample request for tests and the landing page. */
export const item = ({
  itemId = 'item_1',
  ...rest
}: Partial<Omit<MediaItem, 'itemId'>> & { itemId?: string } = {}): MediaItem => ({
  itemId: itemId as MediaItemId,
  provider: 'youtube',
  kind: 'youtube',
  videoId: 'dQw4w9WgXcQ',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: 'A song',
  author: 'A singer',
  lengthSeconds: 212,
  picture: null,
  channelId: 'UC_singer',
  views: 12_345,
  publishedAt: new Date('2020-01-02T00:00:00Z'),
  sender: { origin: 'kick', id: '7', name: 'ada' },
  record: { played: 3, refused: 1 },
  state: 'pending',
  place: null,
  reason: null,
  explanation: null,
  second: 0,
  isFiller: false,
  requestedAt: new Date('2026-11-25T10:00:00Z'),
  decidedAt: null,
  decidedBy: null,
  endedAt: null,
  ...rest,
});

/** An open, empty room for tests. */
export const room = (rest: Partial<MediaRoom> = {}): MediaRoom => ({
  owner: { userId: '200000000000000001' as UserId, name: 'Robin', avatar: null },
  name: 'robin',
  isOpen: true,
  closedBecause: null,
  isOwner: true,
  playing: null,
  queue: [],
  pending: [],
  paused: false,
  second: 0,
  secondAt: new Date('2026-11-25T10:00:00Z'),
  volume: 50,
  player: { hasAddress: true, isConnected: true, lastSeenAt: null, trouble: null },
  votes: null,
  chats: {
    kick: { hears: 'works', answers: 'works', channel: 'robin' },
    twitch: { hears: 'works', answers: 'works', channel: 'robin' },
  },
  hasVideoKey: true,
  searchesLeft: 20,
  ...rest,
});
