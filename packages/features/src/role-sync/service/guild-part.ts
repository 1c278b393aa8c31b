import { requirePlanFlags } from '../../servers/index.ts';
import type { GuildParts } from '../../settings/index.ts';
import { callKnown, findSyncUsername, saveSyncUsername } from '../store/members.ts';
import { sweepSoon } from './sync.ts';

/** The setting that names members after their accounts, as part of the server's settings. */
export const namePart: GuildParts = {
  keys: ['syncUsername'],
  read: async (_ctx, db, serverId) => ({ syncUsername: await findSyncUsername(db, serverId) }),
  async check(ctx, serverId, { syncUsername }) {
    // A setting beyond the plan may still be switched off, or be sent back unchanged.
    if (syncUsername && !(await findSyncUsername(ctx.db, serverId)))
      await requirePlanFlags(ctx, serverId, ['SyncSocialUsernames']);
  },
  async write(ctx, tx, serverId, { syncUsername }) {
    if (syncUsername === undefined || syncUsername === (await findSyncUsername(tx, serverId))) return;
    await saveSyncUsername(tx, serverId, syncUsername);
    if (syncUsername && (await callKnown(tx, { serverId }, ctx.clock.now())) > 0) await sweepSoon(ctx, tx);
  },
};
