import type { AllowedMentions } from './payload.ts';

/** Who may be pinged by this message. Whatever else its text mentions stays silent. */
export interface Ping {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly everyone?: 'everyone' | 'here' | null;
  /** Shows the mentions and pings nobody: tests, edits, previews. */
  readonly isSilent?: boolean;
}

/** Discord gives the role of @everyone the id of its server. A mention by that id pings nobody. */
export const isEveryone = (serverId: string, roleId: string): boolean => serverId === roleId;

/** A role as a text mentions it. */
export const roleMention = (serverId: string, roleId: string): string =>
  isEveryone(serverId, roleId) ? '@everyone' : `<@&${roleId}>`;

/** A role as a message pings it. */
export const rolePing = (serverId: string, roleId: string): Ping =>
  isEveryone(serverId, roleId) ? { everyone: 'everyone' } : { roles: [roleId] };

/** Discord takes at most this many ids of a kind. */
const MAX_IDS = 100;
/** More mentions than these would leave little of a text. */
const MOST_IN_FRONT = 60;

export function allowedMentions(ping: Ping): AllowedMentions {
  if (ping.isSilent) return { parse: [], roles: [], users: [] };
  return {
    parse: ping.everyone ? ['everyone'] : [],
    roles: [...new Set(ping.roles)].slice(0, MAX_IDS),
    users: [...new Set(ping.users)].slice(0, MAX_IDS),
  };
}

/** The mentions that must stand in the text to ping, and do not stand there yet. */
export function missingMentions(ping: Ping, text: string): string[] {
  const wanted = [
    ...(ping.everyone ? [`@${ping.everyone}`] : []),
    ...(ping.roles ?? []).map((id) => `<@&${id}>`),
    ...(ping.users ?? []).map((id) => `<@${id}>`),
  ];
  return [...new Set(wanted)].slice(0, MOST_IN_FRONT).filter((mention) => !text.includes(mention));
}
