import type { Answer, Channel, Hint, PlatformConnection, Snapshot } from '@tally/kernel';
import { UpstreamError } from '@tally/kernel';

/** A creator's state on the platform, and the pushes sent about them. */
export interface Creator {
  readonly channel: Channel;
  stream: { readonly id: string; readonly startedAt: Date; title: string } | null;
  /** How the platform answers a query: with the truth, with "unknown", or not at all. */
  mood: 'truthful' | 'unknown' | 'away';
  /** Every push about them, in sending order. */
  readonly sent: Hint[];
}

export interface FakePlatform {
  readonly connection: PlatformConnection;
  /** The content of the next push over HTTP; its signature does not matter here. */
  next: Hint | null;
}

export function openPlatform(creatorOf: (channelId: string) => Creator | undefined): FakePlatform {
  const platform: FakePlatform = {
    next: null,
    connection: {
      stream: {
        findChannel: async (name) => creatorOf(name)?.channel ?? null,
        searchChannels: async () => [],
        ask: async (questions) => questions.map(({ channelId }) => answerOf(creatorOf(channelId), channelId)),
      },
      intake: {
        readPush: async () => (platform.next ? { kind: 'hint', hint: platform.next } : { kind: 'ignored' }),
      },
    },
  };
  return platform;
}

function answerOf(creator: Creator | undefined, channelId: string): Answer {
  if (creator?.mood === 'away') throw new UpstreamError({ world: 'kick', kind: 'down', message: 'no answer' });
  if (creator?.mood === 'unknown')
    return { snapshot: { state: 'unknown', channelId, reason: 'a page that blocks us' } };
  return { snapshot: creator ? snapshotOf(creator, 'answer') : { state: 'offline', channelId } };
}

/** As on Kick, a push contains no stream id and no category, but an answer contains both. */
export function snapshotOf({ channel, stream }: Creator, told: 'push' | 'answer'): Snapshot {
  if (!stream) return { state: 'offline', channelId: channel.id };
  return {
    state: 'live',
    channelId: channel.id,
    streamId: told === 'push' ? null : stream.id,
    startedAt: stream.startedAt,
    url: channel.url,
    details: {
      title: stream.title,
      category: told === 'push' ? null : 'Chess',
      categoryImageUrl: null,
      thumbnailUrl: null,
      viewers: told === 'push' ? null : 12,
      language: null,
      isMature: false,
    },
  };
}
