import type { ChannelId, RoleId, ServerId, TextKey } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Claim, RoleChange } from './tables.ts';

/** Why a role can be neither given nor removed. A manager of the server has to fix the cause. */
export type RoleProblem = 'missingPermission' | 'unknownRole' | 'roleTooHigh' | 'roleManaged';

export interface RoleKind {
  /** The reason shown in Discord's audit log. */
  readonly audit: string;
  /**
   * For the error log: the purpose of the role, and the page where another role can be chosen, relative to the server's
   * own URL.
   */
  readonly what: TextKey;
  readonly path: string;
  /** True if these claims end when the member leaves. Otherwise they count again when the member returns. */
  readonly endsOnLeave?: boolean;
  /** The log channel in which changes are also posted. */
  readonly log?: RoleLog;
}

export interface RoleLog {
  /** Each log channel has its own name. */
  readonly name: string;
  readonly findChannel: (ctx: Ctx, serverId: ServerId) => Promise<ChannelId | null>;
  readonly render: (ctx: Ctx, serverId: ServerId, lines: readonly RoleChange[]) => Promise<MessagePayload>;
  /** For the error log: the purpose of the channel, and the page where another channel can be chosen. */
  readonly what: TextKey;
  readonly path: string;
}

export type Counts = (claim: Claim, roleIds: readonly RoleId[]) => boolean;

export interface RoleOwner {
  /** Keyed by type. A claim of `auto` in live-role has the kind `live-role/auto`. */
  readonly kinds: Readonly<Record<string, RoleKind>>;
  /** Decides which claims count. Without this function, all claims count. */
  readonly filter?: (ctx: Ctx, serverId: ServerId) => Promise<Counts>;
  /** Repairs the claims of a server if an event was missed. */
  readonly revise?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
  /** Returns servers where the feature may have something to claim. Servers with existing claims are already known. */
  readonly listServers?: (ctx: Ctx) => Promise<Iterable<ServerId>>;
}

/** A problem that the owner of a server has to fix. */
export type RoleTrouble =
  | {
      readonly of: 'role';
      readonly problem: RoleProblem;
      readonly roleId: RoleId;
      /** The name that the gateway reported last. */
      readonly roleName: string | null;
      readonly serverName: string | null;
      readonly what: TextKey;
      readonly path: string;
    }
  | {
      readonly of: 'log';
      readonly channelId: ChannelId;
      /** Null if the channel is gone. */
      readonly channelName: string | null;
      readonly missing: readonly string[];
      readonly what: TextKey;
      readonly path: string;
    };

declare module '@tally/kernel' {
  interface Feature {
    readonly roleOwner?: RoleOwner;
    /** Reports a problem with a role to the server's owner. Only one feature (error-logs) has this function. */
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
