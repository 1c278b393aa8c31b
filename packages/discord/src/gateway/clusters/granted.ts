import type { IntentName } from '../intents.ts';

/** The first flag of each pair is for applications verified for the intent, the second for smaller ones. */
const flagsOf = {
  GuildPresences: (1 << 12) | (1 << 13),
  GuildMembers: (1 << 14) | (1 << 15),
  MessageContent: (1 << 18) | (1 << 19),
} as const;

/**
 * The wanted privileged intents that this application is not granted.
 * https://docs.discord.com/developers/resources/application#application-object-application-flags
 */
export const refusedOf = (wanted: readonly IntentName[], flags: number): IntentName[] =>
  wanted.filter((intent) => intent in flagsOf && (flags & flagsOf[intent as keyof typeof flagsOf]) === 0);
