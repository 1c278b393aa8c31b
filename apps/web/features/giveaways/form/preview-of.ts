import type { GiveawayPreviewBody } from '@tally/contract/giveaways/bodies';
import { pick } from '../../../lib/drafts/record-draft.ts';
import { bodyOf, type GiveawayDraft, problemsOf } from './draft-of.ts';

export type PreviewState = GiveawayPreviewBody['state'];

const shown = [
  'name',
  'mode',
  'description',
  'image',
  'winnerCount',
  'buttonLabel',
  'emojiUnicodeOrId',
  'mentionRole',
  'bypassRequirementsRoles',
  'entryFilter',
  'requirements',
  'roleBonuses',
  'roleBonusType',
] as const;

const MINUTE_MS = 60_000;

/** Returns the valid parts of a draft that its message shows, so the preview works before the form is complete. */
export function previewOf(
  draft: GiveawayDraft,
  { state, end, noName }: { readonly state: PreviewState; readonly end: Date | null; readonly noName: string },
): GiveawayPreviewBody {
  const body = bodyOf(draft);
  const bad = problemsOf(draft, { now: new Date(0), limits: undefined });
  const good = shown.filter((key) => !bad.has(key as keyof GiveawayDraft));
  const messageCount = bad.has('messageCount') ? null : draft.messageCount;
  return {
    state,
    // The message shows minutes, so the preview refetches at most once per minute.
    endsAt: end && new Date(Math.floor(end.getTime() / MINUTE_MS) * MINUTE_MS),
    ...pick(body, good),
    ...(body.requirements ? { requirements: { ...body.requirements, messageCount } } : {}),
    hasCodeword: draft.codeword !== null && draft.codeword.trim() !== '',
    name: bad.has('name') ? noName : body.name,
  };
}
