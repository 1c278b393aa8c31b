import { z } from 'zod';
import { namesakeInRow, Platform } from '../platforms/platform.ts';
import { isoDate } from '../wire/codecs.ts';
import { ChannelId, MessageId, ServerId } from '../wire/ids.ts';

/** The kinds of deliveries: see product, "The stream session, and what is sent". */
export const deliveryKinds = ['live', 'update', 'end', 'vod', 'video', 'short', 'clip', 'digest', 'test'] as const;
export const DeliveryKind = z.enum(deliveryKinds);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/** How it ended. `null` in a row: not finished. */
export const deliveryOutcomes = ['posted', 'edited', 'late', 'skipped', 'failed', 'unconfirmed'] as const;
export const DeliveryOutcome = z.enum(deliveryOutcomes);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/** The suggested action, one click for the owner. */
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

/** Why it was not posted as usual: a fixed list, each with one suggested action. */
export const deliveryReasons = {
  duplicate: 'none',
  alreadyLiveWhenAdded: 'none',
  partOfCreator: 'none',
  cooldown: 'editCooldown',
  override: 'editOverrides',
  onlyOverrides: 'editOverrides',
  quietHours: 'editQuietHours',
  /** Too many messages came at once, so this one was posted in a list. */
  together: 'none',
  filter: 'editFilter',
  planLimit: 'upgrade',
  paused: 'resume',
  /** The server waits until another bot has left. */
  otherBot: 'resume',
  noChannel: 'chooseChannel',
  missingPermission: 'checkPermissions',
  /** Posted, but without a ping. */
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
    ...namesakeInRow,
    /** The stream, video or clip that it announces. */
    subject: z.object({ id: z.string(), title: z.string().nullable(), url: z.string().nullable() }),
    channelId: ChannelId.nullable(),
    messageId: MessageId.nullable(),
    outcome: DeliveryOutcome.nullable(),
    reason: DeliveryReason.nullable(),
    action: DeliveryAction,
    /**
     * Set if quiet hours or a flood held it for a digest. `isTold`: the digest contains it. `isStopped`: the digest
     * could not be posted yet.
     */
    digest: z.object({ at: isoDate, timeZone: z.string(), isTold: z.boolean(), isStopped: z.boolean() }).nullable(),
    /** What happened, in the caller's language, with names of channels and permissions. */
    explanation: z.string().nullable(),
    attempts: z.int(),
    /** Its trace in the operator's viewer. Only for staff. */
    traceUrl: z.url().optional(),
    /**
     * The delivery was stopped, but its stream is still live or its digest has not been sent: `postNow` posts it
     * anyway.
     */
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

/** The server's journal or its streamers have changed. Clients load them again. */
export const JournalChanged = z.object({ changed: z.literal(true) }).meta({ id: 'JournalChanged' });
export type JournalChanged = z.infer<typeof JournalChanged>;
