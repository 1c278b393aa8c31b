import { z } from 'zod';
import { isoDate } from '../wire/codecs.ts';
import { count, int } from '../wire/fields.ts';
import { MessageId, ServerId, UserId } from '../wire/ids.ts';
import { versioned } from '../wire/record-version.ts';
import { GiveawayId, GiveawayMode, GiveawaySettings } from './bodies.ts';

export const giveawayStates = [
  'scheduled',
  'running',
  'paused',
  'drawing',
  'ended',
  'claimed',
  'rerolled',
  'unclaimed',
] as const;
export const GiveawayState = z.enum(giveawayStates);
export type GiveawayState = z.infer<typeof GiveawayState>;

const settings = GiveawaySettings.shape;

export const GiveawayLimits = z
  .object({ hours: count, requirements: count, scheduleHours: count, atOnce: count, winners: count })
  .meta({ id: 'GiveawayLimits' });
export type GiveawayLimits = z.infer<typeof GiveawayLimits>;

/** A giveaway that waits for its start time, or for its streamer to go live. */
export const ScheduledGiveaway = z
  .object({
    data: z
      .object({ giveawayId: GiveawayId, guildId: ServerId, ...settings, hasCodeword: z.boolean(), ...versioned })
      .meta({ id: 'GiveawayPlan' }),
    /** Null if it waits for a stream. */
    shouldStartAt: isoDate.nullable(),
  })
  .meta({ id: 'ScheduledGiveaway' });
export type ScheduledGiveaway = z.infer<typeof ScheduledGiveaway>;

/** A giveaway that is running or has ended. `currentEntries` counts people, and `tickets` their tickets. */
export const Giveaway = z
  .object({
    giveawayId: GiveawayId,
    guildId: ServerId,
    ...settings,
    hasCodeword: z.boolean(),
    state: GiveawayState,
    messageId: MessageId.nullable(),
    /** True if the message was deleted, or could not be posted. `resend` posts it again. */
    isMessageLost: z.boolean(),
    startedAt: isoDate.nullable(),
    endedAt: isoDate.nullable(),
    endsAt: isoDate.nullable(),
    claimUntil: isoDate.nullable(),
    liveEntryCountUpdatedAt: isoDate.nullable(),
    winnerIds: z.array(UserId),
    claimedIds: z.array(UserId),
    /** The winners' names, in the order of `winnerIds`. */
    winnerNames: z.array(z.string()),
    currentEntries: count,
    tickets: count,
    draw: count,
    ...versioned,
  })
  .meta({ id: 'Giveaway' });
export type Giveaway = z.infer<typeof Giveaway>;

export const GiveawayEntry = z
  .object({
    userId: UserId,
    username: z.string(),
    /** Known only for people with an account. */
    avatar: z.string().nullable(),
    entries: count,
    key: z.string(),
    enteredAt: isoDate,
    hasWon: z.boolean(),
  })
  .meta({ id: 'GiveawayEntry' });
export type GiveawayEntry = z.infer<typeof GiveawayEntry>;

/** An event in a giveaway's history, with its actor if a person caused it. */
export const giveawayEvents = [
  'created',
  'started',
  'edited',
  'paused',
  'resumed',
  'resent',
  'closed',
  'drawn',
  'passedOver',
  'rerolled',
  'replaced',
  'claimed',
  'unclaimed',
  'entryRemoved',
] as const;
export const GiveawayEvent = z
  .object({
    event: z.enum(giveawayEvents),
    at: isoDate,
    byId: UserId.nullable(),
    /** The actor's name in this server. Null if there was no actor, or if the name is unknown. */
    byName: z.string().nullable(),
    /** The people who were drawn, passed over or replaced, or who did not claim. */
    people: z.array(z.string()),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'GiveawayEvent' });
export type GiveawayEvent = z.infer<typeof GiveawayEvent>;

/** A winner of a draw, and when they claimed the prize. */
export const GiveawayWinner = z
  .object({
    userId: UserId,
    username: z.string(),
    avatar: z.string().nullable(),
    draw: int(1),
    claimedAt: isoDate.nullable(),
  })
  .meta({ id: 'GiveawayWinner' });
export type GiveawayWinner = z.infer<typeof GiveawayWinner>;

/** One giveaway with its history: entries per minute, and events. */
export const GiveawayPage = z
  .object({
    giveaway: Giveaway,
    /** The winners who were not replaced. */
    winners: z.array(GiveawayWinner),
    entriesByMinute: z.array(z.object({ at: isoDate, people: count })),
    events: z.array(GiveawayEvent),
  })
  .meta({ id: 'GiveawayPage' });
export type GiveawayPage = z.infer<typeof GiveawayPage>;

/** Why a drawn person did not win. The draw checks the entry requirements again. */
export const passedOverReasons = ['left', 'filtered', 'requirements', 'blacklisted', 'removed', 'forgotten'] as const;
export const PassedOver = z.enum(passedOverReasons);
export type PassedOver = z.infer<typeof PassedOver>;

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'] });

/** The message that contains a sheet's hash. Discord's timestamp is part of its id. */
const SheetPost = z.object({ messageId: MessageId, url: z.url() }).meta({ id: 'SheetPost' });

/** A draw with everything needed to repeat it, except the sheet, which has its own call. */
const ProvenDraw = z
  .object({
    number: int(1),
    /** The SHA-256 of the seed, published before the draw. */
    commitment: hash,
    /** Null until the draw has ended. */
    seed: hash.nullable(),
    winners: count,
    people: count,
    tickets: count,
    sheetHash: hash.nullable(),
    /** The public beacon's round. Null if the draw used no beacon. */
    round: int(1).nullable(),
    signature: z.string().nullable(),
    /** Null if the hash was not posted. */
    post: SheetPost.nullable(),
    /** Earlier sheets of this draw, whose rounds did not decide it. */
    abandoned: z.array(z.object({ round: int(1), sheetHash: hash, post: SheetPost.nullable() })),
    closedAt: isoDate.nullable(),
    drawnAt: isoDate.nullable(),
    /** In the order of drawing. Ids and salts are published only for winners. */
    order: z.array(
      z.object({
        key: hash,
        outcome: z.enum(['won', 'passedOver']),
        reason: PassedOver.nullable(),
        userId: UserId.nullable(),
        username: z.string().nullable(),
        salt: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ProvenDraw' });
export type ProvenDraw = z.infer<typeof ProvenDraw>;

/** Everything needed to repeat the draws and compare the results. Names only winners. */
export const GiveawayProof = z
  .object({
    giveawayId: GiveawayId,
    guildId: ServerId,
    serverName: z.string(),
    name: z.string(),
    mode: GiveawayMode,
    state: GiveawayState,
    startedAt: isoDate.nullable(),
    endsAt: isoDate.nullable(),
    people: count,
    /** The network whose rounds decide. It is simulated in the simulated world. */
    beacon: z.object({
      chain: hash,
      publicKey: z.string(),
      genesis: count,
      period: int(1),
      isSimulated: z.boolean(),
    }),
    draws: z.array(ProvenDraw),
    /** The entries that were removed, and why. */
    removed: z.array(z.object({ key: hash, reason: z.string() })),
    /** The ids of a drop's winning interactions. Each id contains its time. */
    presses: z.array(z.object({ key: hash, interactionId: z.string() })),
  })
  .meta({ id: 'GiveawayProof' });
export type GiveawayProof = z.infer<typeof GiveawayProof>;

/** A giveaway that a person entered, won or hosts. */
export const OwnGiveaway = z
  .object({
    giveawayId: GiveawayId,
    guildId: ServerId,
    serverName: z.string(),
    name: z.string(),
    state: GiveawayState,
    endsAt: isoDate.nullable(),
    part: z.enum(['entered', 'won', 'hosted']),
    tickets: count,
    /** The chance of winning before the draw, as "1 in n". */
    odds: int(1).nullable(),
    key: hash.nullable(),
    salt: z.string().nullable(),
    claimUntil: isoDate.nullable(),
    isClaimed: z.boolean(),
    /** True if the person had won, but another entrant was then drawn in their place. */
    isReplaced: z.boolean(),
    winnerCount: count,
    /** Visible only to the host. */
    winnerNames: z.array(z.string()),
  })
  .meta({ id: 'OwnGiveaway' });
export type OwnGiveaway = z.infer<typeof OwnGiveaway>;

/** An entry of the public list. */
export const ListedGiveaway = z
  .object({
    giveawayId: GiveawayId,
    guildId: ServerId,
    serverName: z.string(),
    serverIcon: z.string().nullable(),
    name: z.string(),
    endsAt: isoDate.nullable(),
    winnerCount: count,
    people: count,
    messageUrl: z.string().nullable(),
    /** Null if the bot may not create invites. */
    inviteUrl: z.url().nullable(),
  })
  .meta({ id: 'ListedGiveaway' });
export type ListedGiveaway = z.infer<typeof ListedGiveaway>;
