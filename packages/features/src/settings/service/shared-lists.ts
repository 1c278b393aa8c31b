import type {
  AutoLiveRoleBody,
  GuildMessageBody,
  GuildMessageList,
  GuildRoleList,
  RandomMessage,
  RoleId,
  ServerId,
  SingleMessageBody,
  StatusRoleBody,
} from '@tally/contract';
import type { Ctx } from '@tally/kernel';

/** Handles one list of texts, selected by `messages?type`. */
export interface ListOwner {
  readonly save: (
    ctx: Ctx,
    place: { readonly serverId: ServerId; readonly list: GuildMessageList },
    about: { readonly subType?: string | undefined; readonly version?: string | undefined },
    item: GuildMessageBody | RandomMessage | SingleMessageBody,
  ) => Promise<void>;
  readonly remove: (
    ctx: Ctx,
    place: { readonly serverId: ServerId; readonly list: GuildMessageList },
    about: { readonly subType: string; readonly version?: string | undefined },
  ) => Promise<void>;
}

export type RoleBody = AutoLiveRoleBody | StatusRoleBody;
interface RoleListKey {
  readonly serverId: ServerId;
  readonly list: GuildRoleList;
}

/** Handles one list of roles, selected by `roles?type`. */
export interface RoleListOwner {
  readonly save: (
    ctx: Ctx,
    place: RoleListKey,
    role: {
      readonly body: RoleBody;
      readonly which?: RoleId | undefined;
      readonly version?: string | undefined;
    },
  ) => Promise<void>;
  readonly remove: (
    ctx: Ctx,
    place: RoleListKey,
    role: { readonly roleId: RoleId; readonly version?: string | undefined },
  ) => Promise<void>;
}
