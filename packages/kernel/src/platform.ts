import type { Platform } from '@tally/contract';
import type { Ctx } from './ctx.ts';

/** Facts that a platform can or cannot tell; the dashboard hides what does not apply. */
export interface Capabilities {
  readonly live: boolean;
  readonly titleChanges: boolean;
  readonly videos: boolean;
  readonly clips: boolean;
  readonly vods: boolean;
  readonly emotes: boolean;
  readonly login: 'oauth' | 'api-url' | 'none';
}

/** A creator's channel, named by the platform's own stable id. */
export interface Channel {
  readonly platform: Platform;
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly followers: number | null;
  readonly url: string;
}

export interface StreamDetails {
  readonly title: string | null;
  readonly category: string | null;
  readonly categoryImageUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly viewers: number | null;
  readonly language: string | null;
  readonly isMature: boolean;
}

/**
 * What a channel is doing right now. `unknown` covers block pages, time-outs and answers that we do not
 * understand: it changes nothing and ends nothing.
 */
export type Snapshot =
  | { readonly state: 'unknown'; readonly channelId: string; readonly reason: string }
  | { readonly state: 'offline'; readonly channelId: string }
  | {
      readonly state: 'live';
      readonly channelId: string;
      /** The platform's id of this broadcast, where it has one. */
      readonly streamId: string | null;
      readonly startedAt: Date;
      readonly url: string;
      readonly details: StreamDetails;
    };

/** A push from a platform: something may have changed. Signed ones may also say "ended". */
export interface Hint {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly occurredAt: Date;
  readonly snapshot: Snapshot | null;
}

/** What detection decided, told once to every feature. The only type in which platforms and features meet. */
export type PlatformEvent =
  | { readonly kind: 'live'; readonly session: StreamSession; readonly channel: Channel }
  | { readonly kind: 'update'; readonly session: StreamSession; readonly channel: Channel }
  | { readonly kind: 'end'; readonly session: StreamSession; readonly channel: Channel }
  | { readonly kind: 'renamed'; readonly channel: Channel; readonly formerName: string };

/** One stream, however often the connection drops. */
export interface StreamSession {
  readonly id: string;
  readonly platform: Platform;
  readonly channelId: string;
  readonly streamId: string | null;
  readonly startedAt: Date;
  readonly detectedAt: Date;
  readonly endedAt: Date | null;
  readonly url: string;
  readonly details: StreamDetails;
  readonly peakViewers: number | null;
}

/**
 * What an adapter may touch: no database, no queue, no Discord. Floors above add their doors by declaration
 * merging (infra: `http`).
 */
export interface PlatformDoors extends Pick<Ctx, 'clock' | 'random' | 'log' | 'config'> {}

/** A platform as data, and how to talk to it. */
export interface PlatformDefinition {
  readonly id: Platform;
  /** As people write it. */
  readonly name: string;
  readonly colour: `#${string}`;
  readonly capabilities: Capabilities;
  /** How many channels one question about their state may name. */
  readonly batchSize: number;
  /** The channel name in a link or in what somebody typed; null when it cannot be one. */
  readonly channelNameIn: (text: string) => string | null;
  readonly connect: (doors: PlatformDoors) => PlatformConnection;
}

/** Adapters answer questions; they remember nothing but their own access token. */
export interface PlatformConnection {
  /** Null when the platform says that there is no such channel. */
  readonly findChannel: (name: string) => Promise<Channel | null>;
  /** One answer per id asked. Trouble with the platform is `unknown`, never `offline`. */
  readonly snapshots: (channelIds: readonly string[]) => Promise<readonly Snapshot[]>;
  /** Checks the signature on the raw body and says what the push means. */
  readonly readPush?: (push: Push) => Promise<PushReading>;
  /** Asks the platform to push what happens on these channels. Safe to repeat. */
  readonly ensurePush?: (channelIds: readonly string[]) => Promise<void>;
}

export interface Push {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly query: Readonly<Record<string, string | undefined>>;
}

export type PushReading =
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** A handshake: answer 200 with this text. */
  | { readonly kind: 'challenge'; readonly text: string }
  /** Genuine, but nothing that we follow. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly reason: string };

export const definePlatform = <const P extends PlatformDefinition>(platform: P): P => platform;
