import type { Platform } from '@tally/contract';
import type { Video } from './media.ts';
import type { Channel, StreamDetails } from './stream.ts';

/** Minutes of silence after which a stream counts as over. Each server chooses one of these. */
export const graces = [0, 5, 10, 15] as const;
export type Grace = (typeof graces)[number];
export const LAST_GRACE: Grace = 15;
/** The grace period of servers that have not chosen one. */
export const DEFAULT_GRACE: Grace = 5;
/** The stream is over as soon as it ends. */
export const AT_ONCE: Grace = 0;

/** A decision by detection, which every feature receives once. Platforms and features meet only in this type. */
export type PlatformEvent =
  | ({ readonly kind: 'live' } & OfSession)
  /** Title or category changed, or the stream returned after the grace period of some servers. */
  | ({ readonly kind: 'update' } & OfSession)
  /**
   * The stream has been silent for `grace` minutes. Sent for each grace period in turn until the stream returns. After
   * the last one the session is closed for good.
   */
  | ({ readonly kind: 'end'; readonly grace: Grace } & OfSession)
  | { readonly kind: 'video'; readonly video: Video; readonly channel: Channel }
  | { readonly kind: 'renamed'; readonly channel: Channel; readonly formerName: string };

interface OfSession {
  readonly session: StreamSession;
  readonly channel: Channel;
  /** Missing if all servers know the stream as this session alone. */
  readonly part?: Part | undefined;
}

/** One of several sessions that followed each other before some servers were notified of an end. */
export interface Part {
  /** Servers with one of these grace periods know the stream as this session. The others know it as another one. */
  readonly graces: readonly Grace[];
  /** The sessions that some server considers this stream, oldest first. For an update, also the later ones. */
  readonly strand: readonly string[];
}

/** The push that brought a stream or video. */
export interface Pushed {
  /** When the platform sent the push, by its own clock, which may be wrong. */
  readonly toldAt: Date;
  /** When its first byte arrived, by our clock. */
  readonly arrivedAt: Date;
}

/** One stream, even if the connection drops. */
export interface StreamSession {
  readonly id: string;
  readonly platform: Platform;
  readonly channelId: string;
  readonly streamId: string | null;
  readonly startedAt: Date;
  readonly detectedAt: Date;
  /** Missing if we polled. */
  readonly pushed?: Pushed | undefined;
  /** When we last saw it live. The stream is over unless it returns within the grace period. */
  readonly endedAt: Date | null;
  readonly url: string;
  readonly details: StreamDetails;
  readonly peakViewers: number | null;
  readonly averageViewers: number | null;
  /** The stream's categories, each with its start. */
  readonly categories: readonly { readonly name: string; readonly from: Date }[];
}

/** The part of an event about a stream that features need. */
export interface StreamEvent {
  readonly session: StreamSession;
  readonly channel: Channel;
  readonly part?: Part | undefined;
}
