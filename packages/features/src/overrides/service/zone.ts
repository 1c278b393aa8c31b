import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listRules } from '../store/overrides.ts';

/** The time zone of a server's quiet hours, even while they are off. Null if they were never set. */
export async function zoneOfServer(ctx: Ctx, serverId: ServerId): Promise<string | null> {
  const [rules] = await listRules(ctx.db, [serverId]);
  return rules?.quietHours?.timeZone ?? null;
}
