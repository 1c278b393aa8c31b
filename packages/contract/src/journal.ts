import { z } from 'zod';
import { isoDate } from './codecs.ts';
import { ChannelId, MessageId, ServerId } from './ids.ts';
import { Platform, RumbleType } from './platforms.ts';

/** What is delivered: see product, "The stream session, and what is sent". */
export const deliveryKinds = ['live', 'update', 'end', 'vod', 'video', 'short', 'clip', 'digest', 'test'] as const;
export const DeliveryKind = z.enum(deliveryKinds);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/** How it ended. `null` in a row: it is still under way. */
export const deliveryOutcomes = ['posted', 'edited', 'late', 'skipped', 'failed', 'unconfirmed'] as const;
export const DeliveryOutcome = z.enum(deliveryOutcomes);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/** What the owner can do about it, with one click. */
export const deliveryActions = [
  'none',
  'checkPermissions',
  'chooseChannel',
  'chooseRole',
  'editFilter',
  'editOverrides',
  'editQuietHours',
  'editMessage',
  'editCooldown',
  'resume',
  'upgrade',
  'sendAgain',
] as const;
export const DeliveryAction = z.enum(deliveryActions);
export type DeliveryAction = z.infer<typeof DeliveryAction>;

/** Why it was not, or not plainly, posted: a closed list, each with its one suggested action. */
export const deliveryReasons = {
  duplicate: 'none',
  alreadyLiveWhenAdded: 'none',
  partOfCreator: 'none',
  cooldown: 'editCooldown',
  override: 'editOverrides',
  onlyOverrides: 'editOverrides',
  quietHours: 'editQuietHours',
  /** So much came at once that it stands in a list with others. */
  together: 'none',
  filter: 'editFilter',
  planLimit: 'upgrade',
  paused: 'resume',
  noChannel: 'chooseChannel',
  missingPermission: 'checkPermissions',
  /** Posted, but nobody was pinged by it. */
  pingsNobody: 'checkPermissions',
  unknownChannel: 'chooseChannel',
  unknownRole: 'chooseRole',
  webhookGone: 'sendAgain',
  tooManyWebhooks: 'none',
  messageGone: 'none',
  tooLarge: 'editMessage',
  emptyMessage: 'editMessage',
  publishLimit: 'none',
  editLimit: 'none',
  streamEndedFirst: 'none',
  tooLate: 'none',
  tooMany: 'none',
  memberLeft: 'none',
  discordDown: 'sendAgain',
  refused: 'editMessage',
  replyLost: 'sendAgain',
  botRemoved: 'none',
} as const satisfies Record<string, DeliveryAction>;
export type DeliveryReason = keyof typeof deliveryReasons;
export const DeliveryReason = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);

/** One intended message, from detection to the end. */
export const JournalRow = z
  .object({
    id: z.string(),
    guildId: ServerId,
    kind: DeliveryKind,
    platform: Platform,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    rumbleType: RumbleType.nullable(),
    /** The stream, video or clip that it tells of. */
    subject: z.object({ id: z.string(), title: z.string().nullable(), url: z.string().nullable() }),
    channelId: ChannelId.nullable(),
    messageId: MessageId.nullable(),
    outcome: DeliveryOutcome.nullable(),
    reason: DeliveryReason.nullable(),
    action: DeliveryAction,
    /** It came during quiet hours, or with many others, and waits for the list of that time, or stood in it; stopped, where the digest could not be posted yet. */
    digest: z.object({ at: isoDate, timeZone: z.string(), isTold: z.boolean(), isStopped: z.boolean() }).nullable(),
    /** In the caller's language: what happened, with names of channels and permissions. */
    explanation: z.string().nullable(),
    attempts: z.int(),
    /** It was stopped, and its stream is still on or its digest still to be told: `postNow` posts it after all. */
    canBePosted: z.boolean(),
    /** When each step was reached. */
    times: z.object({
      detected: isoDate,
      matched: isoDate.nullable(),
      queued: isoDate.nullable(),
      sent: isoDate.nullable(),
      edited: isoDate.nullable(),
      seen: isoDate.nullable(),
    }),
  })
  .meta({ id: 'JournalRow' });
export type JournalRow = z.infer<typeof JournalRow>;

/** The journal of a server is another one than before, or whom it follows, or how. What it is now is asked for. */
export const JournalChanged = z.object({ changed: z.literal(true) }).meta({ id: 'JournalChanged' });
export type JournalChanged = z.infer<typeof JournalChanged>;
