import { highestPriority, type Override, type OverrideAction } from '@tally/contract/overrides/bodies';

/** A rule in the form, where each word is a line. */
export interface RuleDraft extends Omit<Override, 'query' | 'priorityOnConflict'> {
  readonly words: string;
}

export const emptyDraft: RuleDraft = {
  applyTo: [],
  words: '',
  queryIn: [],
  actions: [],
  durationMinutes: null,
  overrideChannelId: null,
  overridePingRoleId: null,
};

export const draftOf = (rule: Override): RuleDraft => ({
  applyTo: rule.applyTo,
  words: rule.query.join('\n'),
  queryIn: rule.queryIn,
  actions: rule.actions,
  durationMinutes: rule.durationMinutes,
  overrideChannelId: rule.overrideChannelId,
  overridePingRoleId: rule.overridePingRoleId,
});

export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export const ruleOf = ({ words, ...rest }: RuleDraft, priorityOnConflict: number): Override => ({
  ...rest,
  query: wordsOf(words),
  priorityOnConflict: Math.min(priorityOnConflict, highestPriority),
});

/** Publishing and not publishing exclude each other, and neither applies to a canceled message. */
export type Outcome = 'post' | 'cancel';
export type Publishing = 'asUsual' | 'autoPublish' | 'dontPublish';

export const outcomeOf = ({ actions }: Pick<RuleDraft, 'actions'>): Outcome =>
  actions.includes('cancel') ? 'cancel' : 'post';

export function publishingOf({ actions }: Pick<RuleDraft, 'actions'>): Publishing {
  if (actions.includes('dontPublish')) return 'dontPublish';
  return actions.includes('autoPublish') ? 'autoPublish' : 'asUsual';
}

export const pingsNobody = ({ actions }: Pick<RuleDraft, 'actions'>): boolean => actions.includes('dontPing');

export function actionsFor(outcome: Outcome, publishing: Publishing, isSilent: boolean): OverrideAction[] {
  if (outcome === 'cancel') return ['cancel'];
  return [...(publishing === 'asUsual' ? [] : [publishing]), ...(isSilent ? (['dontPing'] as const) : [])];
}

export const isRuleDraft = (value: unknown): value is RuleDraft =>
  typeof value === 'object' &&
  value !== null &&
  'words' in value &&
  typeof value.words === 'string' &&
  'applyTo' in value &&
  Array.isArray(value.applyTo) &&
  'actions' in value &&
  Array.isArray(value.actions) &&
  'queryIn' in value &&
  Array.isArray(value.queryIn);
