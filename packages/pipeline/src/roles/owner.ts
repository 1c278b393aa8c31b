import type { ChannelId, RoleId, ServerId, TextKey } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Claim, RoleChange } from './tables.ts';

/** Why a role can be neither given nor taken. A manager of the server has to fix it. */
export type RoleProblem = 'missingPermission' | 'unknownRole' | 'roleTooHigh' | 'roleManaged';

/** A kind of claim. */
export interface RoleKind {
  /** For Discord's audit log. */
  readonly audit: string;
  /**
   * For the error log: what the role is for, and the page where another one can be chosen, below the server's own
   * address.
   */
  readonly what: TextKey;
  readonly path: string;
  /** These claims end when the member leaves. Absent: they count again when the member returns. */
  readonly endsOnLeave?: boolean;
  /** Changes are also posted in a log channel. */
  readonly log?: RoleLog;
}

export interface RoleLog {
  /** One key per channel. */
  readonly name: string;
  readonly findChannel: (ctx: Ctx, serverId: ServerId) => Promise<ChannelId | null>;
  readonly render: (ctx: Ctx, serverId: ServerId, lines: readonly RoleChange[]) => Promise<MessagePayload>;
  /** For the error log: what the channel is for, and the page where another one can be chosen. */
  readonly what: TextKey;
  readonly path: string;
}

export type Counts = (claim: Claim, roleIds: readonly RoleId[]) => boolean;

export interface RoleOwner {
  /** Keyed by type: `auto` of live-role is claimed as `live-role/auto`. */
  readonly kinds: Readonly<Record<string, RoleKind>>;
  /** Decides which claims count. Absent: all of them. */
  readonly filter?: (ctx: Ctx, serverId: ServerId) => Promise<Counts>;
  /** Repairs the claims of a server if an event was missed. */
  readonly revise?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
  /** Servers where the feature may have something to claim. Servers with existing claims are known already. */
  readonly listServers?: (ctx: Ctx) => Promise<Iterable<ServerId>>;
}

/** A problem that the owner of a server has to fix. */
export type RoleTrouble =
  | {
      readonly of: 'role';
      readonly problem: RoleProblem;
      readonly roleId: RoleId;
      /** The name that the gateway last reported. */
      readonly roleName: string | null;
      readonly serverName: string | null;
      readonly what: TextKey;
      readonly path: string;
    }
  | {
      readonly of: 'log';
      readonly channelId: ChannelId;
      /** Null: the channel is gone. */
      readonly channelName: string | null;
      readonly missing: readonly string[];
      readonly what: TextKey;
      readonly path: string;
    };

declare module '@tally/kernel' {
  interface Feature {
    /** This feature's claims on roles. */
    readonly roleOwner?: RoleOwner;
    /** Reports to the owner of a server what blocks a role. Only one feature (error-logs) has it. */
    readonly roleTrouble?: (ctx: Ctx, tx: Db, serverId: ServerId, trouble: RoleTrouble) => Promise<void>;
  }
}

export function kindOf(ctx: Ctx, kind: string): RoleKind {
  const [feature, word = ''] = kind.split('/');
  const found = ctx.features.find(({ name }) => name === feature)?.roleOwner?.kinds[word];
  if (!found) throw new Error(`No feature owns claims of the kind ${kind}.`);
  return found;
}

/** The kinds of claims that end when a member leaves. */
export const kindsEndingOnLeave = (ctx: Ctx): readonly string[] =>
  ctx.features.flatMap(({ name, roleOwner }) =>
    Object.entries(roleOwner?.kinds ?? {}).flatMap(([word, kind]) => (kind.endsOnLeave ? [`${name}/${word}`] : [])),
  );

export async function reportTrouble(ctx: Ctx, tx: Db, serverId: ServerId, trouble: RoleTrouble): Promise<void> {
  for (const feature of ctx.features) await feature.roleTrouble?.(ctx, tx, serverId, trouble);
}
