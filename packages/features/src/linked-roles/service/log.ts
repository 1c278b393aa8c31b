import type { ServerId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { loadServerMessages } from '../../message-editor/index.ts';
import { describeChannel, listLooks } from '../../servers/index.ts';
import { logSoon } from '../jobs.ts';
import { renderNews } from '../render.ts';
import { dropNews, finishBatch, takeBatch } from '../store/actions.ts';
import { findLogChannel } from '../store/rules.ts';

/** So many embeds fit into one message. */
const LINES = 10;

/** Tells the log channel what rules gave and took: one message for what has come together. It pings nobody. */
export async function tellNews(ctx: Ctx, serverId: ServerId): Promise<void> {
  const channelId = await findLogChannel(ctx.db, serverId);
  if (!channelId) return await dropNews(ctx.db, serverId);
  const batch = await ctx.db.transaction((tx) => takeBatch(tx, serverId, LINES));
  if (!batch) return;
  const [looks, messages] = [
    await listLooks(ctx, [serverId]),
    await loadServerMessages(ctx, [serverId], ['linkedRole']),
  ];
  const template = messages.message(serverId, 'linkedRole')?.content ?? null;
  const payload = renderNews({ lines: batch.lines, server: looks.get(serverId) ?? null, template });
  try {
    await ctx.discord.messages.create({ channelId, payload, nonce: batch.id.replaceAll('-', '').slice(0, 25) });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    return await giveUp(ctx, serverId, channelId, error.kind === 'gone');
  }
  await finishBatch(ctx.db, batch.id);
  await logSoon(ctx, serverId);
}

async function giveUp(
  ctx: Ctx,
  serverId: ServerId,
  channelId: Parameters<typeof describeChannel>[2],
  isRefusedAsGone: boolean,
): Promise<void> {
  const { name, missing, isHere } = await describeChannel(ctx, serverId, channelId);
  await ctx.db.transaction(async (tx) => {
    await dropNews(tx, serverId);
    if (!isHere) return;
    await report(
      ctx,
      serverId,
      isRefusedAsGone || name === null
        ? {
            reason: 'unknownChannel',
            details: { what: { say: 'linkedRoles.log' } },
            action: { kind: 'chooseChannel', path: '/manage', targetId: channelId },
          }
        : {
            reason: 'missingPermission',
            details: { place: `#${name}` },
            missingPermissions: missing,
            action: { kind: 'grantPermissions', path: null, targetId: channelId },
          },
      tx,
    );
  });
}
