import type { GiveawayBody, GiveawayPatch, GiveawaySettings, GiveawayTemplate } from '@tally/contract/giveaways/bodies';
import type { Giveaway, GiveawayLimits } from '@tally/contract/giveaways/views';
import type { Platform, PlatformToLink } from '@tally/contract/platforms/platform';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { pick } from '../../../lib/drafts/record-draft.ts';
import { asDay } from '../../../lib/moment-field.ts';

export interface Bonus {
  readonly roles: readonly RoleId[];
  readonly additionalEntries: number | null;
}

/** A giveaway in the form. Dates have the format of their fields, `2026-12-24`; times are ISO strings. */
export interface GiveawayDraft {
  readonly channelId: ChannelId | null;
  readonly name: string;
  readonly mode: 'draw' | 'drop';
  readonly description: string;
  readonly image: string;
  readonly durationMinutes: number | null;
  /** If set, this end time replaces the duration. */
  readonly endsAt: string | null;
  readonly winnerCount: number | null;
  /** The start time; null to start now. */
  readonly startsAt: string | null;
  readonly mentionRole: RoleId | null;
  readonly buttonLabel: string;
  readonly emojiUnicodeOrId: string;
  readonly maxEntries: number | null;
  readonly endWhenFull: boolean;
  readonly disableDoubleVoteEntry: boolean;
  readonly bypassRequirementsRoles: readonly RoleId[];
  readonly roleBonusType: 'stackable' | 'highest';
  readonly roleBonuses: readonly Bonus[];
  readonly roleMode: 'whitelist' | 'blacklist';
  readonly filterRoles: readonly RoleId[];
  /** Null to use the server's default for new giveaways. */
  readonly managersMayEnter: boolean | null;
  readonly needRoles: readonly RoleId[];
  readonly accountCreatedBefore: string;
  readonly joinedServerBefore: string;
  readonly boostingServer: boolean;
  readonly messageCount: number | null;
  readonly linkedPlatform: PlatformToLink | null;
  /** The new codeword; null to leave it unchanged. */
  readonly codeword: string | null;
  readonly askSum: boolean;
  readonly followsStream: { readonly platform: Platform; readonly streamerId: string } | null;
  readonly startsWithStream: boolean;
  readonly endsWithStream: boolean;
  readonly lastChance: boolean;
  readonly dmWinners: boolean;
  readonly listed: boolean;
  readonly claimMinutes: number | null;
  readonly winnerRoleId: RoleId | null;
  readonly winnerRoleDays: number | null;
}

export const emptyGiveaway: GiveawayDraft = {
  channelId: null,
  name: '',
  mode: 'draw',
  description: '',
  image: '',
  durationMinutes: 720,
  endsAt: null,
  winnerCount: 1,
  startsAt: null,
  mentionRole: null,
  buttonLabel: '',
  emojiUnicodeOrId: '',
  maxEntries: null,
  endWhenFull: false,
  disableDoubleVoteEntry: false,
  bypassRequirementsRoles: [],
  roleBonusType: 'stackable',
  roleBonuses: [],
  roleMode: 'whitelist',
  filterRoles: [],
  managersMayEnter: null,
  needRoles: [],
  accountCreatedBefore: '',
  joinedServerBefore: '',
  boostingServer: false,
  messageCount: null,
  linkedPlatform: null,
  codeword: null,
  askSum: false,
  followsStream: null,
  startsWithStream: false,
  endsWithStream: true,
  lastChance: false,
  dmWinners: true,
  listed: false,
  claimMinutes: null,
  winnerRoleId: null,
  winnerRoleDays: null,
};

export const isGiveawayDraft = (value: unknown): value is GiveawayDraft =>
  typeof value === 'object' && value !== null && Object.keys(emptyGiveaway).every((key) => key in value);

/** Creates a draft from a template's settings. */
export function draftOfSettings(settings: GiveawayTemplate['settings'] | GiveawaySettings): GiveawayDraft {
  const { requirements: needs, entryFilter, followsStream, ...given } = settings;
  return {
    ...emptyGiveaway,
    ...pick(given as GiveawaySettings, ['bypassRequirementsRoles']),
    channelId: given.channelId ?? null,
    name: given.name ?? '',
    mode: given.mode ?? 'draw',
    description: given.description ?? '',
    image: given.image ?? '',
    durationMinutes: given.durationMinutes ?? emptyGiveaway.durationMinutes,
    winnerCount: given.winnerCount ?? 1,
    mentionRole: given.mentionRole ?? null,
    buttonLabel: given.buttonLabel ?? '',
    emojiUnicodeOrId: given.emojiUnicodeOrId ?? '',
    maxEntries: given.maxEntries ?? null,
    endWhenFull: given.endWhenFull === true,
    disableDoubleVoteEntry: given.disableDoubleVoteEntry === true,
    bypassRequirementsRoles: given.bypassRequirementsRoles ?? [],
    roleBonusType: given.roleBonusType ?? 'stackable',
    roleBonuses: given.roleBonuses ?? [],
    roleMode: entryFilter?.roleMode ?? 'whitelist',
    filterRoles: entryFilter?.roles ?? [],
    managersMayEnter: given.managersMayEnter ?? null,
    needRoles: needs?.roles ?? [],
    accountCreatedBefore: needs?.accountCreatedBefore ? asDay(needs.accountCreatedBefore) : '',
    joinedServerBefore: needs?.joinedServerBefore ? asDay(needs.joinedServerBefore) : '',
    boostingServer: needs?.boostingServer === true,
    messageCount: needs?.messageCount ?? null,
    linkedPlatform: needs?.linkedPlatform ?? null,
    askSum: given.askSum === true,
    followsStream: followsStream ? pick(followsStream, ['platform', 'streamerId']) : null,
    startsWithStream: followsStream?.start === true,
    endsWithStream: followsStream?.end ?? true,
    lastChance: given.lastChance === true,
    dmWinners: given.dmWinners !== false,
    listed: given.listed === true,
    claimMinutes: given.claimMinutes ?? null,
    winnerRoleId: given.winnerRoleId ?? null,
    winnerRoleDays: given.winnerRoleDays ?? null,
  };
}

/** Creates a draft of an existing giveaway, whose end is a fixed time. */
export const draftOf = (giveaway: Giveaway): GiveawayDraft => ({
  ...draftOfSettings(giveaway),
  endsAt: giveaway.endsAt?.toISOString() ?? null,
});

const day = (text: string): Date | null => (text === '' ? null : new Date(`${text}T00:00`));
const words = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Counts the requirements as the plan's limit does. */
export const countNeeds = (draft: GiveawayDraft): number =>
  [
    draft.needRoles.length,
    draft.accountCreatedBefore,
    draft.joinedServerBefore,
    draft.boostingServer,
    draft.messageCount,
    draft.linkedPlatform,
    draft.filterRoles.length,
  ].filter(Boolean).length;

type Body = Omit<GiveawayBody, 'channelId'>;

export function bodyOf(draft: GiveawayDraft): Body {
  const { followsStream: stream, filterRoles, codeword } = draft;
  const hasNeeds = countNeeds({ ...draft, filterRoles: [] }) > 0;
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    description: words(draft.description),
    image: words(draft.image),
    durationMinutes: draft.durationMinutes ?? 1,
    ...(draft.endsAt === null ? {} : { endsAt: new Date(draft.endsAt) }),
    winnerCount: draft.winnerCount ?? 1,
    mentionRole: draft.mentionRole,
    buttonLabel: words(draft.buttonLabel),
    emojiUnicodeOrId: words(draft.emojiUnicodeOrId),
    maxEntries: draft.maxEntries,
    endWhenFull: draft.endWhenFull,
    disableDoubleVoteEntry: draft.disableDoubleVoteEntry,
    bypassRequirementsRoles: [...draft.bypassRequirementsRoles],
    roleBonusType: draft.roleBonuses.length > 0 ? draft.roleBonusType : null,
    roleBonuses: draft.roleBonuses.map(({ roles, additionalEntries }) => ({
      roles: [...roles],
      additionalEntries: additionalEntries ?? 1,
    })),
    entryFilter: filterRoles.length > 0 ? { roleMode: draft.roleMode, roles: [...filterRoles] } : null,
    ...(draft.managersMayEnter === null ? {} : { managersMayEnter: draft.managersMayEnter }),
    requirements: hasNeeds
      ? {
          roles: [...draft.needRoles],
          accountCreatedBefore: day(draft.accountCreatedBefore),
          joinedServerBefore: day(draft.joinedServerBefore),
          boostingServer: draft.boostingServer || null,
          messageCount: draft.messageCount,
          linkedPlatform: draft.linkedPlatform,
        }
      : null,
    ...(codeword === null ? {} : { codeword: words(codeword) }),
    askSum: draft.askSum,
    followsStream: stream ? { ...stream, start: draft.startsWithStream, end: draft.endsWithStream } : null,
    lastChance: draft.lastChance,
    dmWinners: draft.dmWinners,
    listed: draft.listed,
    claimMinutes: draft.claimMinutes,
    winnerRoleId: draft.winnerRoleId,
    winnerRoleDays: draft.winnerRoleId === null ? null : draft.winnerRoleDays,
  };
}

const wireFieldsOf: Readonly<Partial<Record<keyof GiveawayDraft, readonly (keyof GiveawayPatch)[]>>> = {
  roleMode: ['entryFilter'],
  filterRoles: ['entryFilter'],
  needRoles: ['requirements'],
  accountCreatedBefore: ['requirements'],
  joinedServerBefore: ['requirements'],
  boostingServer: ['requirements'],
  messageCount: ['requirements'],
  linkedPlatform: ['requirements'],
};

/** Returns only the changed fields. */
export function patchOf(draft: GiveawayDraft, changed: readonly (keyof GiveawayDraft)[]): GiveawayPatch {
  const fields = changed.flatMap((field) => wireFieldsOf[field] ?? [field as keyof GiveawayPatch]);
  return pick(bodyOf(draft) as Required<GiveawayPatch>, fields);
}

/** Returns the settings for a template, without the end date and the codeword of this giveaway. */
export function templateOf(draft: GiveawayDraft): GiveawayTemplate['settings'] {
  const { requirements, ...settings } = bodyOf({ ...draft, endsAt: null, codeword: null });
  return {
    ...settings,
    ...(draft.channelId === null ? {} : { channelId: draft.channelId }),
    requirements: requirements as GiveawaySettings['requirements'],
  };
}

const ranges = {
  winnerCount: [1, 100],
  durationMinutes: [1, 525_600],
  maxEntries: [1, 1_000_000],
  messageCount: [1, 1_000_000],
  claimMinutes: [10, 1440],
  winnerRoleDays: [1, 365],
} as const satisfies Partial<Record<keyof GiveawayDraft, readonly [number, number]>>;
export type Figure = keyof typeof ranges;
/** The range of a number field, narrowed by the plan's limits once they have loaded. */
export function rangeOf(figure: Figure, limits?: GiveawayLimits): { min: number; max: number } {
  const [min, most] = ranges[figure];
  const ceilings: Partial<Record<Figure, number>> = limits
    ? {
        winnerCount: limits.winners,
        durationMinutes: limits.hours * 60,
      }
    : {};
  return { min, max: Math.min(most, ceilings[figure] ?? most) };
}

const isBadFigure = (value: number | null, { min, max }: { min: number; max: number }): boolean =>
  value !== null && (!Number.isInteger(value) || value < min || value > max);

export const mostTickets = { min: 1, max: 1000 } as const;

const HOUR_MS = 3_600_000;

interface Standards {
  /** The current time; the end must be later. */
  readonly now: Date;
  /** When the giveaway started; null if it has not. */
  readonly startedAt?: Date | null;
  readonly limits: GiveawayLimits | undefined;
}

/** Discord shows only https pictures. On an installation without https, our own address is http. */
const isPictureAddress = (text: string): boolean =>
  /^https:\/\/\S+$/.test(text) || /^http:\/\/[^/\s]+\/files\/pictures\/\S+$/.test(text);

/** Returns the errors that the API would report, by field. */
export function problemsOf(
  draft: GiveawayDraft,
  { now, startedAt, limits }: Standards,
): ReadonlySet<keyof GiveawayDraft> {
  const found = new Set<keyof GiveawayDraft>();
  if (draft.channelId === null) found.add('channelId');
  if (draft.name.trim() === '' || draft.name.length > 256) found.add('name');
  if (draft.description.length > 2000) found.add('description');
  if (draft.buttonLabel.length > 80) found.add('buttonLabel');
  if (draft.image.trim() !== '' && !isPictureAddress(draft.image.trim())) found.add('image');
  for (const figure of Object.keys(ranges) as Figure[]) {
    if (isBadFigure(draft[figure], rangeOf(figure, limits))) found.add(figure);
  }
  if (draft.startsWithStream && draft.followsStream === null) found.add('followsStream');
  if (draft.winnerCount === null) found.add('winnerCount');
  if (draft.endsAt === null && draft.durationMinutes === null) found.add('durationMinutes');
  if (draft.endsAt !== null && !(new Date(draft.endsAt) > now)) found.add('endsAt');
  const start = startedAt ?? startOf(draft, now);
  if (start.getTime() - now.getTime() > (limits?.scheduleHours ?? Infinity) * HOUR_MS) found.add('startsAt');
  if (draft.endsAt !== null) {
    const length = new Date(draft.endsAt).getTime() - start.getTime();
    if (length <= 0 || length > (limits?.hours ?? Infinity) * HOUR_MS) found.add('endsAt');
  }
  if (limits && countNeeds(draft) > limits.requirements) found.add('needRoles');
  if (draft.roleBonuses.some(({ roles, additionalEntries: more }) => roles.length === 0 || more === null))
    found.add('roleBonuses');
  if (draft.roleBonuses.some(({ additionalEntries }) => isBadFigure(additionalEntries, mostTickets)))
    found.add('roleBonuses');
  return found;
}

/** Returns the start of a giveaway created now. A start in the past means now. */
const startOf = ({ startsAt }: GiveawayDraft, now: Date): Date =>
  startsAt !== null && new Date(startsAt) > now ? new Date(startsAt) : now;

/** Returns the end of a giveaway created now. */
export function endOf(draft: GiveawayDraft, now: Date): Date | null {
  const { endsAt, durationMinutes } = draft;
  if (endsAt !== null) {
    const at = new Date(endsAt);
    return Number.isNaN(at.getTime()) ? null : at;
  }
  if (durationMinutes === null || durationMinutes > ranges.durationMinutes[1]) return null;
  return new Date(startOf(draft, now).getTime() + durationMinutes * 60_000);
}
