import type { ChannelId, Override, OverrideAction, Platform, QueryIn, RoleId } from '@tally/contract';
import { createBudget, readWithin } from './readings.ts';
import { type Haystack, isUsable, prepare, type Query } from './words.ts';

/**
 * The fields that queries search, in this order. They are repeated here, because importing the contract's list would
 * load the whole contract into the thread.
 */
const places = ['title', 'category', 'description'] as const satisfies readonly QueryIn[];

/** The texts of a stream or video that overrides search. */
export interface Words {
  readonly platform: Platform;
  readonly title: string | null;
  readonly category: string | null;
  readonly description: string | null;
}

/** The texts, prepared for many overrides. */
export interface PreparedWords {
  readonly platform: Platform;
  readonly texts: readonly { readonly place: QueryIn; readonly haystack: Haystack }[];
}

export function prepareWords(words: Words): PreparedWords {
  const texts = places.flatMap((place) => {
    const text = words[place];
    return text === null ? [] : [{ place, haystack: prepare(text) }];
  });
  return { platform: words.platform, texts };
}

/** An override with parsed queries. */
export interface Rule {
  readonly override: Override;
  readonly queries: readonly Query[];
}

/** The effect of an override on one announcement. It must survive JSON, because it is stored while it holds. */
export interface Decision {
  readonly priority: number;
  readonly actions: readonly OverrideAction[];
  readonly channelId: ChannelId | null;
  readonly pingRoleId: RoleId | null;
  readonly durationMinutes: number | null;
  /** Null if the override has no words. */
  readonly matched: { readonly query: string; readonly queryIn: QueryIn } | null;
}

/** Prepares a server's overrides, highest priority first. */
export function readRules(overrides: readonly Override[]): Rule[] {
  const budget = createBudget();
  return [...overrides]
    .sort((a, b) => b.priorityOnConflict - a.priorityOnConflict)
    .map((override) => ({
      override,
      queries: override.query.map((text) => readWithin(budget, text)).filter(isUsable),
    }));
}

/** The result of a server's overrides for one stream or video. */
export interface Outcome {
  readonly decision: Decision | null;
  readonly awaitsCategory: boolean;
}

export const noOutcome: Outcome = { decision: null, awaitsCategory: false };

export function outcomeOf(rules: readonly Rule[], words: PreparedWords): Outcome {
  const decision = decideOverride(rules, words);
  return { decision, awaitsCategory: awaitsCategory(rules, words, decision) };
}

export function decideOverride(rules: readonly Rule[], words: PreparedWords): Decision | null {
  for (const rule of rules) {
    const found = find(rule, words);
    if (found !== 'nothing') return decisionOf(rule.override, found);
  }
  return null;
}

/** Returns whether the category, which is still unknown, could make another override win. */
function awaitsCategory(rules: readonly Rule[], words: PreparedWords, decision: Decision | null): boolean {
  if (words.texts.some(({ place }) => place === 'category')) return false;
  return rules.some(
    ({ override: { priorityOnConflict, applyTo, queryIn }, queries }) =>
      priorityOnConflict > (decision?.priority ?? -1) &&
      queries.length > 0 &&
      isOpenTo(applyTo, words.platform) &&
      isOpenTo(queryIn, 'category'),
  );
}

/** An empty list does not restrict anything. */
const isOpenTo = <T>(list: readonly T[], one: T): boolean => list.length === 0 || list.includes(one);

/** An override without words applies to every stream. */
function find({ override, queries }: Rule, { platform, texts }: PreparedWords): Decision['matched'] | 'nothing' {
  if (!isOpenTo(override.applyTo, platform)) return 'nothing';
  if (override.query.length === 0) return null;
  for (const { place, haystack } of texts) {
    if (!isOpenTo(override.queryIn, place)) continue;
    const query = queries.find((each) => each.isIn(haystack));
    if (query) return { query: query.text, queryIn: place };
  }
  return 'nothing';
}

const decisionOf = (override: Override, matched: Decision['matched']): Decision => ({
  priority: override.priorityOnConflict,
  actions: override.actions,
  channelId: override.overrideChannelId,
  pingRoleId: override.overridePingRoleId,
  durationMinutes: override.durationMinutes,
  matched,
});
