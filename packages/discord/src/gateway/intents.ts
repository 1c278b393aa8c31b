/** The intents a bot may request. https://docs.discord.com/developers/events/gateway#gateway-intents */
export const intentBits = {
  Guilds: 1 << 0,
  /** Privileged. */
  GuildMembers: 1 << 1,
  GuildModeration: 1 << 2,
  GuildExpressions: 1 << 3,
  /** Few events: an integration is added, changed or removed. */
  GuildIntegrations: 1 << 4,
  /** Privileged. */
  GuildPresences: 1 << 8,
  GuildMessages: 1 << 9,
  GuildMessageReactions: 1 << 10,
  DirectMessages: 1 << 12,
  /** Privileged. */
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
