import type { PrivilegedIntent } from '@tally/contract/status/calls';
import type { Messages } from '../../i18n/homes.ts';

type Sentence = keyof Messages['servers']['missingIntents'];

/**
 * A page's warning about missing intents of its feature. Features declare their intents on the server; a test compares
 * them with this list, and checks that each sentence is on a page.
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
