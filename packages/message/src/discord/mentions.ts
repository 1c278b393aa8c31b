import type { AllowedMentions } from './payload.ts';

/** The users and role that this message may ping. All other mentions in its text are silent. */
export interface Ping {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly everyone?: 'everyone' | 'here' | null;
  /** True to show the mentions without a ping, for tests, edits and previews. */
  readonly isSilent?: boolean;
}

/** The @everyone role has the server's id. A mention with that id pings no one. */
export const isEveryone = (serverId: string, roleId: string): boolean => serverId === roleId;

export const roleMention = (serverId: string, roleId: string): string =>
  isEveryone(serverId, roleId) ? '@everyone' : `<@&${roleId}>`;

export const rolePing = (serverId: string, roleId: string): Ping =>
  isEveryone(serverId, roleId) ? { everyone: 'everyone' } : { roles: [roleId] };

/** Discord accepts at most this many ids of each kind. */
const MAX_IDS = 100;
/** More mentions would leave little room for the text. */
const MOST_IN_FRONT = 60;

export function allowedMentions(ping: Ping): AllowedMentions {
  if (ping.isSilent) return { parse: [], roles: [], users: [] };
  return {
    parse: ping.everyone ? ['everyone'] : [],
    roles: [...new Set(ping.roles)].slice(0, MAX_IDS),
    users: [...new Set(ping.users)].slice(0, MAX_IDS),
  };
}

/** Returns the mentions that the ping needs and the text lacks. */
export function missingMentions(ping: Ping, text: string): string[] {
  const wanted = [
    ...(ping.everyone ? [`@${ping.everyone}`] : []),
    ...(ping.roles ?? []).map((id) => `<@&${id}>`),
    ...(ping.users ?? []).map((id) => `<@${id}>`),
  ];
  return [...new Set(wanted)].slice(0, MOST_IN_FRONT).filter((mention) => !text.includes(mention));
}
