import { z } from 'zod';
import { namesakeInRow, Platform } from '../platforms/platform.ts';
import { isoDate } from '../wire/codecs.ts';
import { ChannelId, MessageId, ServerId } from '../wire/ids.ts';

/** The kinds of deliveries: see "The stream session, and what is sent" in the product document. */
export const deliveryKinds = ['live', 'update', 'end', 'vod', 'video', 'short', 'clip', 'digest', 'test'] as const;
export const DeliveryKind = z.enum(deliveryKinds);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/** How the delivery ended. `null` in a row means that it has not ended. */
export const deliveryOutcomes = ['posted', 'edited', 'late', 'skipped', 'failed', 'unconfirmed'] as const;
export const DeliveryOutcome = z.enum(deliveryOutcomes);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/** The suggested action, which the owner runs with one click. */
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

/** Why a message was not posted as usual. Each reason has one suggested action. */
export const deliveryReasons = {
  duplicate: 'none',
  alreadyLiveWhenAdded: 'none',
  partOfCreator: 'none',
  cooldown: 'editCooldown',
  override: 'editOverrides',
  onlyOverrides: 'editOverrides',
  quietHours: 'editQuietHours',
  /** Too many messages came at once, so this one was posted as part of a list. */
  together: 'none',
  filter: 'editFilter',
  planLimit: 'upgrade',
  paused: 'resume',
  /** The server is waiting until another bot has left. */
  otherBot: 'resume',
  noChannel: 'chooseChannel',
  missingPermission: 'checkPermissions',
  /** The message was posted, but without a ping. */
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

/** One planned message, from detection to the end. */
export const JournalRow = z
  .object({
    id: z.string(),
    guildId: ServerId,
    kind: DeliveryKind,
    platform: Platform,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    ...namesakeInRow,
    /** The stream, video or clip that the message announces. */
    subject: z.object({ id: z.string(), title: z.string().nullable(), url: z.string().nullable() }),
    channelId: ChannelId.nullable(),
    messageId: MessageId.nullable(),
    outcome: DeliveryOutcome.nullable(),
    reason: DeliveryReason.nullable(),
    action: DeliveryAction,
    /**
     * Set if quiet hours or a flood held the message for a digest. `isTold` means that the digest contains it.
     * `isStopped` means that the digest could not be posted yet.
     */
    digest: z.object({ at: isoDate, timeZone: z.string(), isTold: z.boolean(), isStopped: z.boolean() }).nullable(),
    /** What happened, in the caller's language, with channel and permission names. */
    explanation: z.string().nullable(),
    attempts: z.int(),
    /** The delivery's trace in the operator's viewer. Visible only to staff. */
    traceUrl: z.url().optional(),
    /**
     * True if the delivery was stopped, but its stream is still live or its digest was not sent. `postNow` then posts
     * it.
     */
    canBePosted: z.boolean(),
    /** When the delivery reached each step. */
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

/** The server's journal or its streamers have changed, so clients load them again. */
export const JournalChanged = z.object({ changed: z.literal(true) }).meta({ id: 'JournalChanged' });
export type JournalChanged = z.infer<typeof JournalChanged>;
