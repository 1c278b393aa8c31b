/** The intents a bot may request. https://docs.discord.com/developers/events/gateway#gateway-intents */
export const intentBits = {
  Guilds: 1 << 0,
  /** This intent is privileged. */
  GuildMembers: 1 << 1,
  GuildModeration: 1 << 2,
  GuildExpressions: 1 << 3,
  /** This intent brings few events: an integration is added, changed or removed. */
  GuildIntegrations: 1 << 4,
  /** This intent is privileged. */
  GuildPresences: 1 << 8,
  GuildMessages: 1 << 9,
  GuildMessageReactions: 1 << 10,
  DirectMessages: 1 << 12,
  /** This intent is privileged. */
  MessageContent: 1 << 15,
} as const;

export type IntentName = keyof typeof intentBits;

export const privilegedIntents = [
  'GuildMembers',
  'GuildPresences',
  'MessageContent',
] as const satisfies readonly IntentName[];

export const intentsOf = (names: Iterable<IntentName>): number => {
  let bits = 0;
  for (const name of names) bits |= intentBits[name];
  return bits;
};
