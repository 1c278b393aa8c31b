import { z } from 'zod';
import { type RolePurpose, roleField } from '../wire/choices.ts';
import { Filter } from '../wire/enums.ts';
import { bodyOf, text } from '../wire/fields.ts';

/** The limit is enough for any server, because Discord allows 250 roles, and the list stays readable. */
export const roleList = (purpose: RolePurpose) => z.array(roleField(purpose)).max(250);

export const RoleFilter = z.object({ mode: Filter, roles: roleList('asks') }).meta({ id: 'RoleFilter' });
export type RoleFilter = z.infer<typeof RoleFilter>;

/** A role for members who are currently streaming on Twitch. */
export const AutoLiveRole = z
  .object({ roleId: roleField('gives'), filter: RoleFilter.nullable() })
  .meta({ id: 'AutoLiveRole' });
export type AutoLiveRole = z.infer<typeof AutoLiveRole>;
export const AutoLiveRoleBody = bodyOf(AutoLiveRole, 'roleId').meta({ id: 'AutoLiveRoleBody' });
export type AutoLiveRoleBody = z.infer<typeof AutoLiveRoleBody>;

/** A role for members whose custom status contains one of these texts. */
export const StatusRole = z
  .object({
    roleId: roleField('gives'),
    texts: z.array(text(128, 1)).max(25),
    keepOnOffline: z.boolean().nullable(),
    filter: RoleFilter.nullable(),
  })
  .meta({ id: 'StatusRole' });
export type StatusRole = z.infer<typeof StatusRole>;
export const StatusRoleBody = bodyOf(StatusRole, 'roleId', 'texts').meta({ id: 'StatusRoleBody' });
export type StatusRoleBody = z.infer<typeof StatusRoleBody>;

/** Gives and takes other roles when a member gets or loses this role. */
export const LinkedRole = z
  .object({
    roleId: roleField('watches'),
    onAddRolesToAdd: roleList('gives'),
    onAddRolesToRemove: roleList('gives'),
    onRemoveRolesToAdd: roleList('gives'),
    onRemoveRolesToRemove: roleList('gives'),
  })
  .meta({ id: 'LinkedRole' });
export type LinkedRole = z.infer<typeof LinkedRole>;
export const LinkedRoleBody = bodyOf(LinkedRole, 'roleId').meta({ id: 'LinkedRoleBody' });
export type LinkedRoleBody = z.infer<typeof LinkedRoleBody>;
