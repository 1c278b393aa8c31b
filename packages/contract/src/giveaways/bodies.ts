import { z } from 'zod';
import { EmojiUnicodeOrId } from '../message-editor/bodies.ts';
import { Platform, PlatformToLink } from '../platforms/platform.ts';
import { roleList } from '../role-sync/bodies.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { isoDate } from '../wire/codecs.ts';
import { Filter } from '../wire/enums.ts';
import { bodyOf, int, line, link, RowId, text } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';

export const roleBonusTypes = ['stackable', 'highest'] as const;
export const RoleBonus = z.enum(roleBonusTypes);
export type RoleBonus = z.infer<typeof RoleBonus>;

/** `draw`: winners are drawn at the end. `drop`: the fastest people win. */
export const giveawayModes = ['draw', 'drop'] as const;
export const GiveawayMode = z.enum(giveawayModes);
export type GiveawayMode = z.infer<typeof GiveawayMode>;

const EntryFilter = z.object({ roleMode: Filter, roles: roleList('asks') }).meta({ id: 'EntryFilter' });

const Requirements = z
  .object({
    /** The entrant needs only one of these roles. */
    roles: roleList('asks'),
    accountCreatedBefore: isoDate.nullable(),
    joinedServerBefore: isoDate.nullable(),
    boostingServer: z.boolean().nullable(),
    messageCount: int(0, 1_000_000).nullable(),
    /** The entrant must have linked an account of this platform. */
    linkedPlatform: PlatformToLink.nullable(),
  })
  .meta({ id: 'GiveawayRequirements' });

const BonusEntries = z
  .object({ roles: roleList('asks'), additionalEntries: int(1, 1000) })
  .meta({ id: 'BonusEntries' });

/** The giveaway starts when the streamer goes live, ends when the stream ends, or both. */
const FollowsStream = z
  .object({ platform: Platform, streamerId: RowId, start: z.boolean(), end: z.boolean() })
  .meta({ id: 'FollowsStream' });

/** A prize must not be blank. */
const prize = line(256).regex(/\S/);

/** We generate this id. It is never part of a URL. */
export const GiveawayId = z
  .string()
  .regex(/^gw_\w{1,60}$/)
  .meta({ examples: ['gw_5f0c2d8e41'] });

/** The owner's settings. These limits keep numbers reasonable, and plans have lower ones. */
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
  /** The most people who may enter. Extra tickets do not count. */
  maxEntries: int(1).nullable(),
  endWhenFull: z.boolean().nullable(),
  disableDoubleVoteEntry: z.boolean().nullable(),
  bypassRequirementsRoles: roleList('asks'),
  roleBonusType: RoleBonus.nullable(),
  roleBonuses: z.array(BonusEntries).max(25),
  entryFilter: EntryFilter.nullable(),
  /** True if the host and the server's giveaway managers may enter. A new giveaway uses its server's default. */
  managersMayEnter: z.boolean().meta({ empty: true }),
  requirements: Requirements.nullable(),
  /** True if entrants must enter the sum of two small numbers. */
  askSum: z.boolean().nullable(),
  followsStream: FollowsStream.nullable(),
  /** True to post a notice ten minutes before the end. */
  lastChance: z.boolean().nullable(),
  dmWinners: z.boolean().nullable(),
  /** True if the public list shows it, with its server and an invite. */
  listed: z.boolean().nullable(),
  /** Winners must claim within this time, or another winner is drawn. Null if no claim is needed. */
  claimMinutes: int(10, 1440).nullable(),
  winnerRoleId: roleField('gives').nullable(),
  winnerRoleDays: int(1, 365).nullable(),
} as const;

export const GiveawaySettings = z.object(settings);
export type GiveawaySettings = z.infer<typeof GiveawaySettings>;

/** The streamer says the word and entrants type it. It is stored and never shown again. */
const codeword = line(64).regex(/\S/).nullable();

const requirementsBody = { requirements: bodyOf(Requirements).nullish(), codeword: codeword.optional() };

/** The id and the progress are ours, so both are dropped from a body. */
export const GiveawayBody = z
  .object({
    ...bodyOf(GiveawaySettings, 'channelId', 'name', 'durationMinutes', 'winnerCount').shape,
    ...requirementsBody,
    /** The end time, as an alternative to the duration. */
    endsAt: isoDate.nullish(),
    /** The minutes until the start, with `?when=later`. */
    startInMinutes: int(0, 525_600).optional(),
    /** The start time, as an alternative to the minutes. Only with `?when=later`. */
    startsAt: isoDate.nullish(),
  })
  .meta({ id: 'GiveawayBody' });
export type GiveawayBody = z.infer<typeof GiveawayBody>;

/** After the first entry, only changes that favor entrants are allowed: the end, more winners, texts and image. */
export const GiveawayPatch = z
  .object({
    ...bodyOf(GiveawaySettings.omit({ channelId: true, mode: true, followsStream: true })).shape,
    ...requirementsBody,
    endsAt: isoDate.nullish(),
  })
  .meta({ id: 'GiveawayPatch' });
export type GiveawayPatch = z.infer<typeof GiveawayPatch>;

/** A draft, and the state in which its message is previewed. Missing or invalid fields are left out. */
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

/** The fields that may change after the first entry. Their numbers may only increase. */
export const loosenable = ['name', 'description', 'image', 'durationMinutes', 'endsAt', 'winnerCount'] as const;

/** Saved settings with a name, for later giveaways. */
export const GiveawayTemplate = z
  .object({ templateId: RowId, title: line(80), settings: bodyOf(GiveawaySettings) })
  .meta({ id: 'GiveawayTemplate' });
export type GiveawayTemplate = z.infer<typeof GiveawayTemplate>;
