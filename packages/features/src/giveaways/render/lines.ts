import type { Locale } from '@tally/contract';
import { platformNames } from '@tally/contract/platforms/words';
import { minutes, say } from '@tally/kernel';
import { SECONDS_PER_MESSAGE } from '../match/eligible.ts';
import { standingOf } from '../match/standing.ts';
import { isDrop, type Terms } from '../match/terms.ts';
import type { GiveawayRow } from '../tables.ts';
import { exact, type GiveawayScene, nameOf, relative, rolesOf, tellIn } from './scene.ts';

const LATE_MS = minutes(10);
/** People don't read more names in an embed. The result posts and the proof contain all of them. */
export const MOST_NAMES = 60;

/** Returns the value of `{summary}`: everything there is to say about a giveaway in its current state. */
export function linesOf(scene: GiveawayScene): string[] {
  const { row, terms, drawn } = scene;
  const tell = tellIn(scene);
  const host = row.hostId ? [tell('giveaways.host', { host: `<@${row.hostId}>` })] : [];
  switch (row.state) {
    case 'paused':
      return [...dutiesOf(scene), ...host, ...needsOf(scene), ...bonusesOf(scene)];
    case 'running':
      return [
        ...(row.endsAt ? [tell('giveaways.ends', { relative: relative(row.endsAt), exact: exact(row.endsAt) })] : []),
        tell(isDrop(terms) ? 'giveaways.dropFor' : 'giveaways.winnersOf', { count: terms.winnerCount }),
        ...host,
        ...needsOf(scene),
        ...bonusesOf(scene),
      ];
    case 'drawing':
      return dutiesOf(scene);
    case 'scheduled':
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return [
        winnersLine(scene, drawn),
        ...dutiesOf(scene),
        tell('giveaways.tookPart', { people: row.people, tickets: row.tickets }),
        ...host,
      ];
    default:
      return row.state satisfies never;
  }
}

/**
 * Returns lines that every text must contain: that entry is paused, that the giveaway closed late, and which list the
 * next beacon value decides.
 */
export function dutiesOf(scene: GiveawayScene): string[] {
  const { row, draw } = scene;
  const tell = tellIn(scene);
  switch (row.state) {
    case 'paused':
      return [tell('giveaways.isPaused')];
    case 'drawing':
      return [
        ...lateLine(scene),
        tell('giveaways.isClosed', { people: draw.people ?? row.people, tickets: draw.tickets ?? row.tickets }),
        ...(draw.sheetHash ? [tell('giveaways.sheetIs', { hash: draw.sheetHash })] : []),
        ...(draw.round === null ? [] : [tell('giveaways.roundIs', { round: draw.round })]),
      ];
    case 'scheduled':
    case 'running':
      return [];
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return lateLine(scene);
    default:
      return row.state satisfies never;
  }
}

/** Explains a late close. An outage of Discord does not delay it, so the bot itself must have been down. */
function lateLine(scene: GiveawayScene): string[] {
  const { endsAt, closedAt } = scene.row;
  if (!endsAt || !closedAt || closedAt.getTime() - endsAt.getTime() < LATE_MS) return [];
  return [tellIn(scene)('giveaways.closedLate', { end: exact(endsAt), closed: exact(closedAt) })];
}

function winnersLine(scene: GiveawayScene, drawn: GiveawayScene['drawn']): string {
  const tell = tellIn(scene);
  const winners = standingOf(drawn);
  if (winners.length === 0) return tell(drawn.length > 0 ? 'giveaways.nobodyMay' : 'giveaways.nobodyEntered');
  const names = winners.slice(0, MOST_NAMES).map(nameOf).join(', ');
  return tell('giveaways.winnersAre', { winners: names, count: winners.length });
}

/** The facts that describe requirements and bonuses. */
export interface Conditions {
  readonly row: Pick<GiveawayRow, 'codeword'>;
  readonly terms: Terms;
  readonly looks: { readonly locale: Locale };
}

/** Lists what a person needs to enter, in the order of the checks. */
export function needsOf(about: Conditions): string[] {
  const needs = needLines(about);
  return needs.length === 0 ? [] : [say(about.looks.locale, 'giveaways.toEnter'), ...needs];
}

export function needLines({ row, terms, looks: { locale } }: Conditions): string[] {
  const { requirements, entryFilter, bypassRequirementsRoles } = terms;
  const { accountCreatedBefore, joinedServerBefore, boostingServer, linkedPlatform, messageCount } = requirements ?? {};
  const needs = [
    entryFilter &&
      entryFilter.roles.length > 0 &&
      say(locale, entryFilter.roleMode === 'whitelist' ? 'giveaways.needOnly' : 'giveaways.needNot', {
        roles: rolesOf(entryFilter.roles),
      }),
    accountCreatedBefore && say(locale, 'giveaways.needAccount', { date: exact(accountCreatedBefore) }),
    joinedServerBefore && say(locale, 'giveaways.needJoined', { date: exact(joinedServerBefore) }),
    boostingServer && say(locale, 'giveaways.needBoost'),
    requirements &&
      requirements.roles.length > 0 &&
      say(locale, 'giveaways.needRole', { roles: rolesOf(requirements.roles) }),
    linkedPlatform && say(locale, 'giveaways.needLinked', { platform: platformNames[linkedPlatform] }),
    messageCount && say(locale, 'giveaways.needMessages', { count: messageCount, seconds: SECONDS_PER_MESSAGE }),
  ].filter((line) => typeof line === 'string');
  const roles = rolesOf(bypassRequirementsRoles);
  // A bypass role does not skip the entry question, so it is mentioned only if there are other requirements.
  const bypass = needs.length > 0 && roles ? [say(locale, 'giveaways.bypass', { roles })] : [];
  const codeword = row.codeword === null ? [] : [`• ${say(locale, 'giveaways.needCodeword')}`];
  return [...needs.map((line) => `• ${line}`), ...bypass, ...codeword];
}

/** A longer list would fill the embed. */
const MOST_BONUSES = 10;

/** Lists roles with bonus entries, which do not count in a drop. */
export function bonusesOf({ terms, looks: { locale } }: Conditions): string[] {
  const { roleBonuses, roleBonusType } = terms;
  if (isDrop(terms) || roleBonuses.length === 0) return [];
  const lines = roleBonuses
    .slice(0, MOST_BONUSES)
    .map(({ roles, additionalEntries: more }) => say(locale, 'giveaways.bonus', { roles: rolesOf(roles), more }))
    .map((line) => `• ${line}`);
  const key = roleBonusType === 'highest' && roleBonuses.length > 1 ? 'highestBonus' : 'bonuses';
  return [say(locale, `giveaways.${key}`), ...lines, ...(roleBonuses.length > MOST_BONUSES ? ['…'] : [])];
}
