import type { ServerId, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { zoneOfPerson } from '../../birthday/index.ts';
import { zoneOfServer } from '../../overrides/index.ts';

/** Returns the time zone for a typed time: the server's, or else the person's own, or else UTC. */
export async function zoneFor(
  ctx: Ctx,
  about: { readonly serverId: ServerId; readonly userId: UserId },
): Promise<string> {
  return (await zoneOfServer(ctx, about.serverId)) ?? (await zoneOfPerson(ctx, about.userId)) ?? 'UTC';
}
