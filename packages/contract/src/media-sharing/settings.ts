import { z } from 'zod';
import { bodyOf, int, line } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

/** The settings of media sharing. They are part of a person (`/data/user/{userId}`, key `mediaShare`). */
export const mediaShareCommands = ['request', 'skip', 'pause', 'play', 'clear', 'mode', 'rban', 'runban'] as const;
export const MediaShareCommand = z.enum(mediaShareCommands);
export type MediaShareCommand = z.infer<typeof MediaShareCommand>;

export const mediaSharePermissions = ['everyone', 'sub', 'vip', 'mod', 'broadcaster'] as const;
export const MediaSharePermission = z.enum(mediaSharePermissions);
export type MediaSharePermission = z.infer<typeof MediaSharePermission>;

export const mediaShareModes = ['youtube', 'shorts', 'tiktok'] as const;
export const MediaShareType = z.enum(mediaShareModes);
export type MediaShareType = z.infer<typeof MediaShareType>;

/** Whose requests need approval. Requests by mods and by the streamer never do, except with `everyone`. */
export const mediaApprovals = ['everyone', 'notMods', 'notSupporters', 'notTrusted', 'nobody'] as const;
export const MediaApproval = z.enum(mediaApprovals);
export type MediaApproval = z.infer<typeof MediaApproval>;

const whoMay = z.array(MediaSharePermission).max(mediaSharePermissions.length);

const CommandPermission = z.object({ command: MediaShareCommand, onKick: whoMay, onTwitch: whoMay });
export type MediaCommandPermission = z.infer<typeof CommandPermission>;

/** Who may use a command by default. Everyone may request; moderators may use the rest. */
export const usualMediaPermission = (command: MediaShareCommand): MediaSharePermission[] =>
  command === 'request' ? ['everyone'] : ['mod', 'broadcaster'];

const volume = int(0, 100);

export const MediaShareSettings = z.object({
  modes: z.array(MediaShareType).max(mediaShareModes.length).meta({ empty: mediaShareModes }),
  /** The prefix of commands in a chat. */
  prefix: line(5).meta({ empty: '!' }),
  volume: volume.meta({ empty: 50 }),
  approval: MediaApproval.meta({ empty: 'notMods' }),
  /** The queue's limits in total and per person. Mods have no limit per person. */
  queueLimit: int(1, 200).meta({ empty: 50 }),
  perPerson: int(1, 50).meta({ empty: 1 }),
  perSupporter: int(1, 50).meta({ empty: 2 }),
  secondsBetween: int(0, 3600).meta({ empty: 60 }),
  longestSeconds: int(10, 3600).meta({ empty: 300 }),
  /** The limit for Shorts and TikTok. */
  longestShortSeconds: int(10, 600).meta({ empty: 180 }),
  /** The minimum age of a sender's account in days, if the platform reveals it. */
  leastAccountDays: int(0, 365).meta({ empty: 0 }),
  fewestViews: int(0).meta({ empty: 0 }),
  /** The streamer's country as ISO 3166. We refuse videos blocked there. If null, only the player notices them. */
  region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .meta({ empty: null, examples: ['DE'] }),
  /** How many minutes must pass before the same video can be requested again. */
  repeatAfterMinutes: int(0, 10_080).meta({ empty: 120 }),
  /** Refuses requests whose title, channel or sender's name contains one of these words. */
  bannedWords: z.array(line(100)).max(200).meta({ empty: [] }),
  hideNames: z.boolean().meta({ empty: false }),
  hideTitles: z.boolean().meta({ empty: false }),
  voteSkip: z.boolean().meta({ empty: true }),
  /** The share of people who must vote, among those who wrote in the last five minutes. At least three must vote. */
  votePercent: int(1, 100).meta({ empty: 30 }),
  /** Fades the sound in over two seconds. */
  easeIn: z.boolean().meta({ empty: true }),
  /** Pauses while the scene is hidden. */
  pauseWhenHidden: z.boolean().meta({ empty: true }),
});
export type MediaShareSettings = z.infer<typeof MediaShareSettings>;

const editable = {
  enabled: z.boolean().nullable(),
  permissions: z.array(CommandPermission).max(mediaShareCommands.length),
  settings: MediaShareSettings.nullable(),
} as const;

/** The password itself never leaves the server. */
export const MediaShare = z
  .object({
    ...editable,
    hasPassword: z.boolean(),
    /** The names of banned people. The room's calls change this list. */
    banList: z.array(z.string()),
    /** The members of the person's team who may manage the room. The team's calls change this list. */
    modList: z.array(UserId),
    ...versioned,
  })
  .meta({ id: 'MediaShare' });
export type MediaShare = z.infer<typeof MediaShare>;

export const MediaShareBody = z
  .object({
    ...bodyOf(z.object(editable)).shape,
    settings: bodyOf(MediaShareSettings).nullish(),
    /** Null removes the password. */
    password: line(72, 4).nullish(),
    /** The version that the person edited. An outdated one is refused with 409. */
    ...onVersion,
  })
  .meta({ id: 'MediaShareBody' });
export type MediaShareBody = z.infer<typeof MediaShareBody>;
