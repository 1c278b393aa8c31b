import { z } from 'zod';
import { channelField, roleField } from './choices.ts';
import { isoDate } from './codecs.ts';
import { Filter } from './enums.ts';
import { bodyOf, int, line, link, RowId, text } from './fields.ts';
import { UserId } from './ids.ts';
import { EmojiUnicodeOrId } from './message-bodies.ts';
import { Platform, PlatformToLink } from './platforms.ts';
import { roleList } from './role-bodies.ts';

export const roleBonusTypes = ['stackable', 'highest'] as const;
export const RoleBonus = z.enum(roleBonusTypes);
export type RoleBonus = z.infer<typeof RoleBonus>;

/** Drawn at the end, or won by those who press first. */
export const giveawayModes = ['draw', 'drop'] as const;
export const GiveawayMode = z.enum(giveawayModes);
export type GiveawayMode = z.infer<typeof GiveawayMode>;

const EntryFilter = z.object({ roleMode: Filter, roles: roleList('asks') }).meta({ id: 'EntryFilter' });

const Requirements = z
  .object({
    /** Any one of them is enough. */
    roles: roleList('asks'),
    accountCreatedBefore: isoDate.nullable(),
    joinedServerBefore: isoDate.nullable(),
    boostingServer: z.boolean().nullable(),
    messageCount: int(0, 1_000_000).nullable(),
    /** An account there must be linked. */
    linkedPlatform: PlatformToLink.nullable(),
  })
  .meta({ id: 'GiveawayRequirements' });

const BonusEntries = z
  .object({ roles: roleList('asks'), additionalEntries: int(1, 1000) })
  .meta({ id: 'BonusEntries' });

/** Begins when the streamer goes live, ends when they end, or both. */
const FollowsStream = z
  .object({ platform: Platform, streamerId: RowId, start: z.boolean(), end: z.boolean() })
  .meta({ id: 'FollowsStream' });

/** A prize of spaces is none. */
const prize = line(256).regex(/\S/);

/** Made by us; never a word of an address. */
export const GiveawayId = z
  .string()
  .regex(/^gw_\w{1,60}$/)
  .meta({ examples: ['gw_5f0c2d8e41'] });

/** What its owner decides about a giveaway. Plans have lower ceilings; these keep the numbers sane. */
const settings = {
  channelId: channelField('postsTo'),
  name: prize,
  mode: z.enum(giveawayModes).nullable(),
  description: text(2000).nullable(),
  image: link.nullable(),
  durationMinutes: int(1, 525_600),
  winnerCount: int(1, 100),
  hostId: UserId.nullable(),
  buttonLabel: line(80).nullable(),
  emojiUnicodeOrId: EmojiUnicodeOrId.nullable(),
  mentionRole: roleField('pings').nullable(),
  /** Counts people, not their tickets. */
  maxEntries: int(1).nullable(),
  endWhenFull: z.boolean().nullable(),
  disableDoubleVoteEntry: z.boolean().nullable(),
  bypassRequirementsRoles: roleList('asks'),
  roleBonusType: RoleBonus.nullable(),
  roleBonuses: z.array(BonusEntries).max(25),
  entryFilter: EntryFilter.nullable(),
  /** The host and the people who run giveaways there. A new giveaway takes the default of its server. */
  managersMayEnter: z.boolean().meta({ empty: true }),
  requirements: Requirements.nullable(),
  /** Asks for the sum of two small numbers. */
  askSum: z.boolean().nullable(),
  followsStream: FollowsStream.nullable(),
  /** A notice ten minutes before the end. */
  lastChance: z.boolean().nullable(),
  dmWinners: z.boolean().nullable(),
  /** Stands in the public list, with its server and an invite to it. */
  listed: z.boolean().nullable(),
  /** Winners must answer within this time, or another is drawn. Null: no need to. */
  claimMinutes: int(10, 1440).nullable(),
  winnerRoleId: roleField('gives').nullable(),
  winnerRoleDays: int(1, 365).nullable(),
} as const;

export const GiveawaySettings = z.object(settings);
export type GiveawaySettings = z.infer<typeof GiveawaySettings>;

/** What is said on stream and typed to enter. It is kept, and never shown again. */
const codeword = line(64).regex(/\S/).nullable();

const requirementsBody = { requirements: bodyOf(Requirements).nullish(), codeword: codeword.optional() };

/** The id is ours, and what happens while it runs too: both are dropped from a body. */
export const GiveawayBody = z
  .object({
    ...bodyOf(GiveawaySettings, 'channelId', 'name', 'durationMinutes', 'winnerCount').shape,
    ...requirementsBody,
    /** In place of the duration: a moment to end at. */
    endsAt: isoDate.nullish(),
    /** With `?when=later`. */
    startInMinutes: int(0, 525_600).optional(),
  })
  .meta({ id: 'GiveawayBody' });
export type GiveawayBody = z.infer<typeof GiveawayBody>;

/** Once somebody has entered, terms only loosen: the end, more winners, words and picture. */
export const GiveawayPatch = z
  .object({
    ...bodyOf(GiveawaySettings.omit({ channelId: true, mode: true, followsStream: true })).shape,
    ...requirementsBody,
    endsAt: isoDate.nullish(),
  })
  .meta({ id: 'GiveawayPatch' });
export type GiveawayPatch = z.infer<typeof GiveawayPatch>;

/** What of a draft shows in its message. What is not filled in yet, or could not be saved, stays away. */
export const giveawayPreviewStates = ['running', 'drawing', 'ended'] as const;
export const GiveawayPreviewBody = z
  .object({
    state: z.enum(giveawayPreviewStates),
    ...bodyOf(
      GiveawaySettings.pick({
        name: true,
        mode: true,
        description: true,
        image: true,
        winnerCount: true,
        buttonLabel: true,
        emojiUnicodeOrId: true,
        mentionRole: true,
        bypassRequirementsRoles: true,
        entryFilter: true,
        roleBonuses: true,
        roleBonusType: true,
      }),
    ).shape,
    requirements: requirementsBody.requirements,
    hasCodeword: z.boolean().optional(),
    endsAt: isoDate.nullish(),
  })
  .meta({ id: 'GiveawayPreviewBody' });
export type GiveawayPreviewBody = z.infer<typeof GiveawayPreviewBody>;

/** What may still be changed after the first entry, and only upwards where it is a number. */
export const loosenable = ['name', 'description', 'image', 'durationMinutes', 'endsAt', 'winnerCount'] as const;

/** Settings under a name, for the next one of its kind. */
export const GiveawayTemplate = z
  .object({ templateId: RowId, title: line(80), settings: bodyOf(GiveawaySettings) })
  .meta({ id: 'GiveawayTemplate' });
export type GiveawayTemplate = z.infer<typeof GiveawayTemplate>;
