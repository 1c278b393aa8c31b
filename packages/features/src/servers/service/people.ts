import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { exportRolesOfUser, forgetRolesOfUser } from '@tally/pipeline/roles';
import { forgetAuthor, listChangesOfUser } from '../store/changes.ts';

/** What servers store about a person: the settings they changed, and the roles claimed for them. */
export async function exportPerson(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const changes = await listChangesOfUser(ctx.db, userId);
  const roles = await exportRolesOfUser(ctx.db, userId);
  return { ...(changes.length === 0 ? {} : { changes }), ...(Object.keys(roles).length === 0 ? {} : { roles }) };
}

export async function forgetPerson(ctx: Ctx, userId: UserId): Promise<void> {
  await forgetAuthor(ctx.db, userId);
  await forgetRolesOfUser(ctx, userId);
}
