import { type StickyBody, type StickyMessage, stickyModes } from '@tally/contract/message-editor/bodies';
import type { ChannelId } from '@tally/contract/wire/ids';
import { pick } from '../../lib/drafts/record-draft.ts';
import { type EditedMessage, toBody, toEdited } from '../message-editor/editor/body.ts';

export type StickyMode = (typeof stickyModes)[number];

/** A sticky message in the form. */
export interface StickyDraft {
  readonly channelId: ChannelId | null;
  readonly enabled: boolean;
  readonly message: EditedMessage;
  readonly mode: StickyMode;
  readonly everyMessages: number | null;
  readonly minutes: number | null;
  readonly delaySeconds: number | null;
}

export const limits = {
  everyMessages: { min: 1, max: 1000, usual: 10 },
  minutes: { min: 1, max: 10_080, usual: 30 },
  delaySeconds: { min: 0, max: 3600, usual: 5 },
} as const;

export const emptyDraft: StickyDraft = {
  channelId: null,
  enabled: true,
  message: toEdited({}),
  mode: 'everyMessage',
  everyMessages: null,
  minutes: null,
  delaySeconds: null,
};

export const draftOf = (sticky: StickyMessage): StickyDraft => ({
  channelId: sticky.channelId,
  enabled: sticky.enabled !== false,
  message: toEdited(sticky),
  mode: sticky.mode ?? 'everyMessage',
  everyMessages: sticky.everyMessages,
  minutes: sticky.minutes,
  delaySeconds: sticky.delaySeconds,
});

export const bodyOf = (draft: StickyDraft & { readonly channelId: ChannelId }): StickyBody => ({
  channelId: draft.channelId,
  enabled: draft.enabled,
  ...toBody(draft.message),
  mode: draft.mode,
  everyMessages: draft.everyMessages,
  minutes: draft.minutes,
  delaySeconds: draft.delaySeconds,
});

const messageParts = ['content', 'embed', 'buttons', 'webhook'] as const;

/** Returns only the changed fields. The channel identifies the sticky message. */
export const patchOf = (
  draft: StickyDraft & { readonly channelId: ChannelId },
  changed: readonly (keyof StickyDraft)[],
): StickyBody =>
  pick(bodyOf(draft), ['channelId', ...changed.flatMap((field) => (field === 'message' ? messageParts : field))]);

const isWithin = (value: number | null, { min, max }: { min: number; max: number }): boolean =>
  value === null || (Number.isInteger(value) && value >= min && value <= max);

/** True if the API would refuse a number. Numbers of inactive modes are sent too, so they must be valid. */
export const hasBadFigure = (draft: StickyDraft): boolean =>
  !isWithin(draft.everyMessages, limits.everyMessages) ||
  !isWithin(draft.minutes, limits.minutes) ||
  !isWithin(draft.delaySeconds, limits.delaySeconds);

export const isStickyDraft = (value: unknown): value is StickyDraft =>
  typeof value === 'object' &&
  value !== null &&
  'message' in value &&
  typeof value.message === 'object' &&
  'mode' in value &&
  stickyModes.some((mode) => mode === value.mode);
