import { createHash } from 'node:crypto';
import type { SimClock } from '../../clock.ts';
import { createIds, type Ids } from './snowflake.ts';
import type {
  Application,
  AuthorizationCode,
  Channel,
  Command,
  Grant,
  Guild,
  Invite,
  RequestRecord,
  RoleConnection,
  User,
  Webhook,
} from './types.ts';

export interface StoredFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface State {
  readonly clock: SimClock;
  readonly ids: Ids;
  readonly users: Map<string, User>;
  readonly applications: Map<string, Application>;
  readonly guilds: Map<string, Guild>;
  /** Every channel, thread and direct message by id. */
  readonly channels: Map<string, Channel>;
  readonly dms: Map<string, Channel>;
  readonly webhooks: Map<string, Webhook>;
  readonly invites: Map<string, Invite>;
  readonly commands: Map<string, Command>;
  readonly grants: Set<Grant>;
  readonly grantsByToken: Map<string, Grant>;
  readonly codes: Map<string, AuthorizationCode>;
  readonly roleConnectionRecords: Map<string, readonly unknown[]>;
  readonly roleConnections: Map<string, RoleConnection>;
  /** Uploads by their path below the CDN. */
  readonly files: Map<string, StoredFile>;
  readonly requests: RequestRecord[];
  demoUserId: string | null;
  /** Returns a hash of a counter, so secrets are the same in every run. */
  secret(kind: string): string;
}

export function createState(clock: SimClock): State {
  let secrets = 0;
  return {
    clock,
    ids: createIds(clock),
    users: new Map(),
    applications: new Map(),
    guilds: new Map(),
    channels: new Map(),
    dms: new Map(),
    webhooks: new Map(),
    invites: new Map(),
    commands: new Map(),
    grants: new Set(),
    grantsByToken: new Map(),
    codes: new Map(),
    roleConnectionRecords: new Map(),
    roleConnections: new Map(),
    files: new Map(),
    requests: [],
    demoUserId: null,
    secret: (kind) => `${kind}-${createHash('sha256').update(`${kind}:${++secrets}`).digest('base64url').slice(0, 43)}`,
  };
}

/** Empties everything in place, so existing references stay valid. */
export function clearState(state: State): void {
  for (const value of Object.values(state)) if (value instanceof Map || value instanceof Set) value.clear();
  state.requests.length = 0;
  state.demoUserId = null;
}

export const applicationByToken = (state: State, token: string): Application | undefined => {
  for (const application of state.applications.values()) if (application.token === token) return application;
  return undefined;
};

/** Returns how many servers the bot of this application is in. */
export const countGuilds = (state: State, { botId }: Application): number => {
  let count = 0;
  for (const guild of state.guilds.values()) if (guild.members.has(botId)) count += 1;
  return count;
};

export const applicationOfBot = (state: State, userId: string): Application | undefined => {
  for (const application of state.applications.values()) if (application.botId === userId) return application;
  return undefined;
};

export const isThread = (channel: Channel): boolean => channel.type >= 10 && channel.type <= 12;

export const memberCount = (guild: Guild): number => guild.members.size + guild.extraMembers;
