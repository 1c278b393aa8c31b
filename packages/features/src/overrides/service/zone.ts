import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listRules } from '../store/overrides.ts';

/** The zone in which a server named its quiet hours, also where they are switched off. Null: it has never named one. */
export async function zoneOfServer(ctx: Ctx, serverId: ServerId): Promise<string | null> {
  const [rules] = await listRules(ctx.db, [serverId]);
  return rules?.quietHours?.timeZone ?? null;
}
