import type { AllowedMentions } from './payload.ts';

/** Who this message may ping. All other mentions in its text are silent. */
export interface Ping {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly everyone?: 'everyone' | 'here' | null;
  /** Shows the mentions without pinging: tests, edits, previews. */
  readonly isSilent?: boolean;
}

/** Discord gives the @everyone role the id of its server. A mention with that id pings no one. */
export const isEveryone = (serverId: string, roleId: string): boolean => serverId === roleId;

export const roleMention = (serverId: string, roleId: string): string =>
  isEveryone(serverId, roleId) ? '@everyone' : `<@&${roleId}>`;

export const rolePing = (serverId: string, roleId: string): Ping =>
  isEveryone(serverId, roleId) ? { everyone: 'everyone' } : { roles: [roleId] };

/** Discord accepts at most this many ids of a kind. */
const MAX_IDS = 100;
/** More mentions than these would leave little room for the text. */
const MOST_IN_FRONT = 60;

export function allowedMentions(ping: Ping): AllowedMentions {
  if (ping.isSilent) return { parse: [], roles: [], users: [] };
  return {
    parse: ping.everyone ? ['everyone'] : [],
    roles: [...new Set(ping.roles)].slice(0, MAX_IDS),
    users: [...new Set(ping.users)].slice(0, MAX_IDS),
  };
}

/** The mentions that the text needs for the ping and lacks. */
export function missingMentions(ping: Ping, text: string): string[] {
  const wanted = [
    ...(ping.everyone ? [`@${ping.everyone}`] : []),
    ...(ping.roles ?? []).map((id) => `<@&${id}>`),
    ...(ping.users ?? []).map((id) => `<@${id}>`),
  ];
  return [...new Set(wanted)].slice(0, MOST_IN_FRONT).filter((mention) => !text.includes(mention));
}
