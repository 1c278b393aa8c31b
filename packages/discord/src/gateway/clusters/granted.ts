import type { IntentName } from '../intents.ts';

/**
 * Of each pair, an application has the first flag if it was verified for the intent, and the second one while it is
 * still small.
 */
const flagsOf = {
  GuildPresences: (1 << 12) | (1 << 13),
  GuildMembers: (1 << 14) | (1 << 15),
  MessageContent: (1 << 18) | (1 << 19),
} as const;

/**
 * Privileged intents that this application is not granted, of those wanted.
 * https://docs.discord.com/developers/resources/application#application-object-application-flags
 */
export const refusedOf = (wanted: readonly IntentName[], flags: number): IntentName[] =>
  wanted.filter((intent) => intent in flagsOf && (flags & flagsOf[intent as keyof typeof flagsOf]) === 0);
