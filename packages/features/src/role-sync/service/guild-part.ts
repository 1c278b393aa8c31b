import { requirePlanFlags } from '../../message-editor/index.ts';
import type { GuildParts } from '../../servers/index.ts';
import { callKnown, findSyncUsername, saveSyncUsername } from '../store/members.ts';
import { sweepSoon } from './sync.ts';

/** Whether members are called as their accounts are; it travels with the server itself. */
export const namePart: GuildParts = {
  keys: ['syncUsername'],
  read: async (_ctx, db, serverId) => ({ syncUsername: await findSyncUsername(db, serverId) }),
  async check(ctx, serverId, { syncUsername }) {
    // What a plan does not hold any more can still be switched off, and sent back as it was.
    if (syncUsername && !(await findSyncUsername(ctx.db, serverId)))
      await requirePlanFlags(ctx, serverId, ['SyncSocialUsernames']);
  },
  async write(ctx, tx, serverId, { syncUsername }) {
    if (syncUsername === undefined || syncUsername === (await findSyncUsername(tx, serverId))) return;
    await saveSyncUsername(tx, serverId, syncUsername);
    if (syncUsername && (await callKnown(tx, { serverId }, ctx.clock.now())) > 0) await sweepSoon(ctx, tx);
  },
};
