import type { PrivilegedIntent } from '@tally/contract/status/calls';
import type { Messages } from '../../i18n/homes.ts';

type Sentence = keyof Messages['servers']['missingIntents'];

/**
 * The warnings about missing intents, by feature. Features declare their intents on the server. A test compares both,
 * and checks that each warning is on a page.
 */
export const missingSentences = {
  'welcome-leave': { feature: 'welcome-leave', without: { GuildMembers: 'welcomeMembers' } },
  'live-role': { feature: 'live-role', without: { GuildPresences: 'livePresences', GuildMembers: 'liveMembers' } },
  'status-roles': { feature: 'live-role', without: { GuildPresences: 'statusPresences', GuildMembers: 'liveMembers' } },
  'role-sync': { feature: 'role-sync', without: { GuildMembers: 'syncMembers' } },
  'linked-roles': { feature: 'linked-roles', without: { GuildMembers: 'linkedMembers' } },
  'kick-links': { feature: 'embed-fix', without: { MessageContent: 'linkContent' } },
  starboard: { feature: 'starboard', without: { MessageContent: 'starContent' } },
} as const satisfies Record<
  string,
  { readonly feature: string; readonly without: Partial<Record<PrivilegedIntent, Sentence>> }
>;

export type MissingPlace = keyof typeof missingSentences;
