import { type Ctx, say, UpstreamError } from '@tally/kernel';
import { changeItem, keepClaim, listItems } from '../store/imports.ts';
import type { ImportRow } from '../tables.ts';
import { claimUntil, type Ending } from './claim.ts';
import { findLost } from './lost.ts';
import { endingOf } from './make.ts';

/** Deletes an import's emojis by id. An emoji that a person added stays, even under the same name. */
export async function removeImported(ctx: Ctx, row: ImportRow): Promise<Ending> {
  const items = await listItems(ctx.db, [row.id]);
  try {
    const emojis = items.some(({ askedAt }) => askedAt) ? await ctx.discord.servers.emojis(row.serverId) : [];
    for (const item of items) {
      const emojiId = item.state === 'done' ? item.emojiId : findLost(ctx, item, emojis)?.id;
      if (!emojiId) continue;
      if (!(await keepClaim(ctx.db, row.id, { state: row.state, until: claimUntil(ctx) }))) return 'changed';
      await remove(ctx, row, emojiId);
      await changeItem(ctx.db, item, { state: 'undone', emojiId, askedAt: null });
    }
    return { state: 'undone', resumesAt: null };
  } catch (error) {
    const ending = await endingOf(ctx, row, error);
    // An undo also waits for rate limits. If we may not delete the emojis, they stay.
    return ending.state === 'stopped' ? { state: 'done', resumesAt: null } : { ...ending, state: 'undoing' };
  }
}

async function remove(ctx: Ctx, { serverId, streamer }: ImportRow, emojiId: string): Promise<void> {
  try {
    await ctx.discord.servers.deleteEmoji({
      serverId,
      emojiId,
      reason: say(ctx.locale, 'emotes.auditUndo', { streamer }),
    });
  } catch (error) {
    // The emoji is already deleted.
    if (!(error instanceof UpstreamError) || error.kind !== 'gone') throw error;
  }
}
