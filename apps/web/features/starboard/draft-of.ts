import type { ChannelId, RoleId } from '@tally/contract/ids';
import { DEFAULT_STAR, DEFAULT_THRESHOLD, type Starboard, type StarboardBody } from '@tally/contract/starboard';

/** A board while it is edited: every switch is on or off, every list is there. */
export interface BoardDraft {
  readonly channelId: ChannelId | null;
  readonly enabled: boolean;
  /** `⭐`, or the id of an emoji of the server. */
  readonly emoji: string;
  readonly threshold: number | null;
  readonly removeThreshold: number | null;
  readonly deleteIfLost: boolean;
  readonly allowSelfStar: boolean;
  readonly allowBotMessages: boolean;
  readonly allowNsfw: boolean;
  readonly requireImage: boolean;
  readonly openThreadOnStar: boolean;
  readonly rewardRole: RoleId | null;
  readonly minimumAgeMinutes: number | null;
  readonly maximumAgeMinutes: number | null;
  readonly channelMode: 'whitelist' | 'blacklist';
  readonly channels: readonly ChannelId[];
  readonly roleMode: 'whitelist' | 'blacklist';
  readonly roles: readonly RoleId[];
}

export const emptyBoard: BoardDraft = {
  channelId: null,
  enabled: true,
  emoji: DEFAULT_STAR,
  threshold: null,
  removeThreshold: null,
  deleteIfLost: false,
  allowSelfStar: false,
  allowBotMessages: false,
  allowNsfw: false,
  requireImage: false,
  openThreadOnStar: false,
  rewardRole: null,
  minimumAgeMinutes: null,
  maximumAgeMinutes: null,
  channelMode: 'blacklist',
  channels: [],
  roleMode: 'blacklist',
  roles: [],
};

export const draftOf = (board: Starboard): BoardDraft => ({
  channelId: board.channelId,
  enabled: board.enabled !== false,
  emoji: board.emojiId ?? board.emojiName ?? DEFAULT_STAR,
  threshold: board.threshold,
  removeThreshold: board.removeThreshold,
  deleteIfLost: board.deleteIfLost === true,
  allowSelfStar: board.allowSelfStar === true,
  allowBotMessages: board.allowBotMessages === true,
  allowNsfw: board.allowNsfw === true,
  requireImage: board.requireImage === true,
  openThreadOnStar: board.openThreadOnStar === true,
  rewardRole: board.rewardRole,
  minimumAgeMinutes: board.minimumAgeMinutes,
  maximumAgeMinutes: board.maximumAgeMinutes,
  channelMode: board.filter?.channelMode ?? 'blacklist',
  channels: board.filter?.channels ?? [],
  roleMode: board.filter?.roleMode ?? 'blacklist',
  roles: board.filter?.roles ?? [],
});

const isServerEmoji = (emoji: string): boolean => /^\d{5,20}$/.test(emoji);

export function bodyOf(draft: BoardDraft & { readonly channelId: ChannelId }): StarboardBody {
  const { emoji, channelMode, channels, roleMode, roles, ...rest } = draft;
  const isFiltered = channels.length + roles.length > 0;
  return {
    ...rest,
    emojiId: isServerEmoji(emoji) ? emoji : null,
    emojiName: isServerEmoji(emoji) || emoji.trim() === '' ? null : emoji.trim(),
    filter: isFiltered ? { channelMode, channels: [...channels], roleMode, roles: [...roles] } : null,
  };
}

/** The one field of the page in which both ways to name an emoji stand, and the page's word for the filter. */
export const draftFieldOf = (field: string): string =>
  field === 'emojiId' || field === 'emojiName' ? 'emoji' : field === 'filter' ? 'which' : field;

export type BoardProblem = 'threshold' | 'removeThreshold' | 'minimumAgeMinutes' | 'maximumAgeMinutes' | 'emoji';

export const limits = {
  threshold: { min: 1, max: 10_000 },
  removeThreshold: { min: 0, max: 10_000 },
  minimumAgeMinutes: { min: 0, max: 525_600 },
  maximumAgeMinutes: { min: 1, max: 5_256_000 },
} as const;

/** What the API would refuse, by field. */
export function problemsOf(draft: BoardDraft): ReadonlySet<BoardProblem> {
  const found = new Set<BoardProblem>();
  for (const [field, { min, max }] of Object.entries(limits) as [keyof typeof limits, { min: number; max: number }][]) {
    const value = draft[field];
    if (value !== null && (!Number.isInteger(value) || value < min || value > max)) found.add(field);
  }
  const { removeThreshold, minimumAgeMinutes: youngest, maximumAgeMinutes: oldest } = draft;
  if (removeThreshold !== null && removeThreshold > (draft.threshold ?? DEFAULT_THRESHOLD))
    found.add('removeThreshold');
  if (youngest !== null && oldest !== null && youngest >= oldest) found.add('maximumAgeMinutes');
  if (!isServerEmoji(draft.emoji) && /[\w\s]/.test(draft.emoji.trim())) found.add('emoji');
  return found;
}

export const isBoardDraft = (value: unknown): value is BoardDraft =>
  typeof value === 'object' && value !== null && Object.keys(emptyBoard).every((key) => key in value);
