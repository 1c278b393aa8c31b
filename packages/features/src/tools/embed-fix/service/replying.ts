import type { ServerId } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import { minutes } from '@tally/kernel';
import type { GuildParts } from '../../../settings/index.ts';
import { findReplies, listReplying, saveReplies } from '../store.ts';

/** Messages arrive all the time, so a server without this setting must cost nothing. */
const replying = knownSet<ServerId>('embed-fix/replying', minutes(1), (ctx) => listReplying(ctx.db));
export const { peek: peekReplying, list: knownReplying, forget: forgetReplying } = replying;

/** The switch for replies, as part of the server's settings. */
export const replyPart: GuildParts = {
  keys: ['fixKickLinks'],
  read: async (_ctx, db, serverId) => ({ fixKickLinks: await findReplies(db, serverId) }),
  async write(ctx, tx, serverId, { fixKickLinks }) {
    if (fixKickLinks === undefined || fixKickLinks === (await findReplies(tx, serverId))) return;
    await saveReplies(tx, serverId, fixKickLinks ?? false);
    await forgetReplying(ctx);
  },
};
