import { type AboutPlatform, aboutPlatforms, type Platform } from '@tally/contract';
import type { CallBudgets } from '../call-budgets.ts';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../ctx.ts';
import type { Pace } from '../pace.ts';
import type { Timers } from '../time/timers.ts';
import type { Webhook } from '../webhook.ts';
import type { ChatCalls, ChatPageCalls, ChatWritingCalls, EmoteCalls } from './chat.ts';
import type {
  ClipCalls,
  ClipFileCalls,
  EmbedCalls,
  MediaCalls,
  PageCalls,
  PlaybackCalls,
  RecordingCalls,
} from './media.ts';
import type { PeopleCalls, PlatformLogin, StandingCalls, SupporterCalls, ValidationCalls } from './people.ts';
import type { IntakeCalls, PushCalls } from './push.ts';
import type { ChannelNames, DetailsCalls, FollowersCalls, LookUpCalls, StreamCalls, UpkeepCalls } from './stream.ts';

/** The capabilities of a platform. The dashboard hides the others. `followers` works for any channel at any time. */
export type Capability =
  | 'live'
  | 'titleChanges'
  | 'videos'
  | 'shorts'
  | 'clips'
  | 'vods'
  | 'followers'
  | 'emotes'
  // The platform pushes actions of moderators and supporters in a chat live.
  | 'auditLog';

/**
 * The doors that an adapter may use: no database, no queue, no Discord. Floors above add their doors by declaration
 * merging (infra: `http`).
 */
export interface PlatformDoors extends Pick<Ctx, 'clock' | 'random' | 'log' | 'config'> {
  readonly timers: Timers;
  /** Missing if no other process calls this platform. */
  readonly budgets?: CallBudgets;
}

/** A platform's facts, and how to connect to it. */
export interface PlatformDefinition extends ChannelNames {
  readonly id: Platform;
  readonly name: AboutPlatform['name'];
  readonly colour: AboutPlatform['colour'];
  readonly capabilities: readonly Capability[];
  /** How many channels fit into one request about their state. */
  readonly batchSize: number;
  readonly pace: Pace;
  /**
   * True if states come from pages that may change without notice. Such a platform has a switch in the configuration.
   */
  readonly isUnofficial?: boolean;
  /** Returns the hosts that it may call with this configuration: URLs, or names such as `*.example.org`. */
  readonly hosts: (config: Config) => readonly string[];
  /** Returns hosts of files, because one download may need hundreds of them. */
  readonly fileHosts?: (config: Config) => readonly string[];
  /** How the platform pushes to us. Without this, we only poll. `GET` confirms a subscription. */
  readonly push?: { readonly methods: Webhook['methods'] };
  /** The only group that needs no connection. */
  readonly embeds?: (doors: PlatformDoors) => EmbedCalls;
  readonly connect: (doors: PlatformDoors) => PlatformConnection;
}

/** Calls in groups. A platform has all calls of a group or none. */
export interface PlatformGroups {
  readonly stream: StreamCalls;
  readonly lookUps: LookUpCalls;
  readonly details: DetailsCalls;
  readonly followers: FollowersCalls;
  readonly upkeep: UpkeepCalls;
  readonly intake: IntakeCalls;
  readonly push: PushCalls;
  readonly chat: ChatCalls;
  readonly chatPage: ChatPageCalls;
  readonly chatWriting: ChatWritingCalls;
  readonly emotes: EmoteCalls;
  readonly people: PeopleCalls;
  readonly standings: StandingCalls;
  readonly supporters: SupporterCalls;
  /** Also missing if the installation has no keys for it. */
  readonly login: PlatformLogin;
  readonly validation: ValidationCalls;
  readonly recordings: RecordingCalls;
  readonly playback: PlaybackCalls;
  readonly clips: ClipCalls;
  readonly clipFiles: ClipFileCalls;
  readonly pages: PageCalls;
  readonly media: MediaCalls;
  readonly embeds: EmbedCalls;
}

export type PlatformGroup = keyof PlatformGroups;

/** The groups that a platform has in this installation. Every platform has `stream`. */
export type PlatformConnection = Pick<PlatformGroups, 'stream'> & {
  readonly [G in Exclude<PlatformGroup, 'stream'>]?: PlatformGroups[G] | undefined;
};

/** The platform's name and color come from the contract's words. */
export function definePlatform<const P extends Omit<PlatformDefinition, 'name' | 'colour'>>(platform: P) {
  const { name, colour }: AboutPlatform = aboutPlatforms[platform.id];
  return { ...platform, name, colour };
}
