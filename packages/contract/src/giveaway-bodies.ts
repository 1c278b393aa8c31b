import { z } from 'zod';
import { channelField, roleField } from './choices.ts';
import { isoDate } from './codecs.ts';
import { Filter } from './enums.ts';
import { bodyOf, count, int, line, RowId } from './fields.ts';
import { MessageId, ServerId, UserId } from './ids.ts';
import { EmojiUnicodeOrId } from './message-bodies.ts';
import { roleList } from './role-bodies.ts';

export const roleBonusTypes = ['stackable', 'highest'] as const;
export const RoleBonus = z.enum(roleBonusTypes);
export type RoleBonus = z.infer<typeof RoleBonus>;

export const giveawayStates = ['scheduled', 'running', 'ended', 'claimed', 'rerolled', 'unclaimed'] as const;
export const GiveawayState = z.enum(giveawayStates);
export type GiveawayState = z.infer<typeof GiveawayState>;

const EntryFilter = z.object({ roleMode: Filter, roles: roleList('asks') }).meta({ id: 'EntryFilter' });

const Requirements = z
  .object({
    roles: roleList('asks'),
    accountCreatedBefore: isoDate.nullable(),
    joinedServerBefore: isoDate.nullable(),
    boostingServer: z.boolean().nullable(),
    messageCount: int(0, 1_000_000).nullable(),
  })
  .meta({ id: 'GiveawayRequirements' });

const BonusEntries = z
  .object({ roles: roleList('asks'), additionalEntries: int(1, 1000) })
  .meta({ id: 'BonusEntries' });

/** Plans have lower ceilings; these keep the numbers sane. */
const durationMinutes = int(1, 525_600);
const winnerCount = int(1, 100);

/** What its owner decides about a giveaway. */
const settings = {
  channelId: channelField('postsTo'),
  name: line(256),
  durationMinutes,
  winnerCount,
  hostId: UserId.nullable(),
  buttonLabel: line(80).nullable(),
  emojiUnicodeOrId: EmojiUnicodeOrId.nullable(),
  mentionRole: roleField('pings').nullable(),
  maxEntries: int(1).nullable(),
  disableDoubleVoteEntry: z.boolean().nullable(),
  bypassRequirementsRoles: roleList('asks'),
  roleBonusType: RoleBonus.nullable(),
  roleBonuses: z.array(BonusEntries).max(25),
  entryFilter: EntryFilter.nullable(),
  requirements: Requirements.nullable(),
  /** Winners must answer within this time, or another is drawn. Null: no need to. */
  claimMinutes: int(10, 1440).nullable(),
  winnerRoleId: roleField('gives').nullable(),
  winnerRoleDays: int(1, 365).nullable(),
} as const;

const GiveawaySettings = z.object(settings);

/** A giveaway that waits for its start. */
export const ScheduledGiveaway = z
  .object({
    data: z.object({ giveawayId: RowId, guildId: ServerId, ...settings }).meta({ id: 'GiveawayPlan' }),
    shouldStartAt: isoDate,
  })
  .meta({ id: 'ScheduledGiveaway' });
export type ScheduledGiveaway = z.infer<typeof ScheduledGiveaway>;

/** A giveaway that runs or has ended. `currentEntries` is how many entered. */
export const Giveaway = z
  .object({
    giveawayId: RowId,
    guildId: ServerId,
    ...settings,
    state: GiveawayState,
    messageId: MessageId.nullable(),
    startedAt: isoDate.nullable(),
    endedAt: isoDate.nullable(),
    endsAt: isoDate.nullable(),
    liveEntryCountUpdatedAt: isoDate.nullable(),
    winnerIds: z.array(UserId),
    currentEntries: count,
  })
  .meta({ id: 'Giveaway' });
export type Giveaway = z.infer<typeof Giveaway>;

export const GiveawayEntry = z
  .object({ userId: UserId, username: z.string(), entries: count })
  .meta({ id: 'GiveawayEntry' });
export type GiveawayEntry = z.infer<typeof GiveawayEntry>;

/** The id is ours, and what happens while it runs too: both are dropped from a body. */
export const GiveawayBody = z
  .object({
    ...bodyOf(GiveawaySettings, 'channelId', 'name', 'durationMinutes', 'winnerCount').shape,
    requirements: bodyOf(Requirements).nullish(),
    /** With `?when=later`. */
    startInMinutes: int(0, 525_600).optional(),
  })
  .meta({ id: 'GiveawayBody' });
export type GiveawayBody = z.infer<typeof GiveawayBody>;

export const GiveawayPatch = bodyOf(
  GiveawaySettings.pick({ name: true, durationMinutes: true, winnerCount: true }),
).meta({ id: 'GiveawayPatch' });
export type GiveawayPatch = z.infer<typeof GiveawayPatch>;

/** Everything that somebody needs to draw again and compare. */
export const GiveawayProof = z
  .object({
    giveawayId: RowId,
    name: z.string(),
    state: GiveawayState,
    /** SHA-256 of the seed, published at the start. */
    commitment: z.string(),
    /** Null until it has ended. */
    seed: z.string().nullable(),
    entrants: z.array(z.object({ userId: UserId, entries: count })),
    draws: z.array(z.object({ number: count, winnerIds: z.array(UserId), excludedIds: z.array(UserId), at: isoDate })),
  })
  .meta({ id: 'GiveawayProof' });
export type GiveawayProof = z.infer<typeof GiveawayProof>;
