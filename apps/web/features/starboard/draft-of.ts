import {
  DEFAULT_STAR,
  DEFAULT_THRESHOLD,
  type Starboard,
  type StarboardBody,
  type StarboardPatch,
} from '@tally/contract/starboard/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { pick } from '../../lib/drafts/record-draft.ts';

/** A board in the form, where every switch and list has a value. */
export interface BoardDraft {
  readonly channelId: ChannelId | null;
  readonly enabled: boolean;
  /** An emoji such as `⭐`, or the id of one of the server's emojis. */
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

/** Returns the two API fields of an emoji. */
export const emojiOf = ({ emoji }: Pick<BoardDraft, 'emoji'>) => ({
  emojiId: isServerEmoji(emoji) ? emoji : null,
  emojiName: isServerEmoji(emoji) || emoji.trim() === '' ? null : emoji.trim(),
});

export function bodyOf(draft: BoardDraft & { readonly channelId: ChannelId }): StarboardBody {
  const { emoji: _emoji, channelMode, channels, roleMode, roles, ...rest } = draft;
  const isFiltered = channels.length + roles.length > 0;
  return {
    ...rest,
    ...emojiOf(draft),
    filter: isFiltered ? { channelMode, channels: [...channels], roleMode, roles: [...roles] } : null,
  };
}

/** The four form fields that are one API field. */
type FilterField = 'channelMode' | 'channels' | 'roleMode' | 'roles';
const isOfFilter = (field: keyof BoardDraft): field is FilterField =>
  field === 'channelMode' || field === 'channels' || field === 'roleMode' || field === 'roles';

function wireFieldsOf(field: keyof BoardDraft): readonly (keyof StarboardBody)[] {
  if (field === 'emoji') return ['emojiId', 'emojiName'];
  return isOfFilter(field) ? ['filter'] : [field];
}

/** Returns only the changed fields. An untouched default is not a change. */
export function patchOf(
  draft: BoardDraft & { readonly channelId: ChannelId },
  changed: readonly (keyof BoardDraft)[],
): StarboardPatch {
  return pick(bodyOf(draft), changed.flatMap(wireFieldsOf));
}

export type BoardProblem = 'threshold' | 'removeThreshold' | 'minimumAgeMinutes' | 'maximumAgeMinutes' | 'emoji';

export const limits = {
  threshold: { min: 1, max: 10_000 },
  removeThreshold: { min: 0, max: 10_000 },
  minimumAgeMinutes: { min: 0, max: 525_600 },
  maximumAgeMinutes: { min: 1, max: 5_256_000 },
} as const;

/** Finds errors by field before the API reports them. */
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
