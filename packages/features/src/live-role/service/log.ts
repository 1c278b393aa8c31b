import { placeholdersFor, type ServerId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { report, type Trouble } from '../../error-logs/index.ts';
import { loadServerLines } from '../../message-editor/index.ts';
import { describeChannel, listLooks } from '../../servers/index.ts';
import { logSoon } from '../jobs.ts';
import type { LoggedKind } from '../match.ts';
import { type NewsLine, renderNews } from '../render.ts';
import { deleteBatch, deleteNews, takeBatch } from '../store/news.ts';
import { findLogChannels } from '../store/rules.ts';
import type { News } from '../tables.ts';

/** So many embeds fit into one message. */
const LINES = 10;
const pages = { autoLive: '/auto-twitch-live-role', status: '/manage' } as const;

/** Tells a log channel what was given and taken: one message for what has come together. It pings nobody. */
export async function tellNews(ctx: Ctx, serverId: ServerId, kind: LoggedKind): Promise<void> {
  const channelId = (await findLogChannels(ctx.db, serverId))[`${kind}ChannelId`];
  if (!channelId) return await deleteNews(ctx.db, serverId, kind);
  const batch = await ctx.db.transaction(async (tx) => await takeBatch(tx, serverId, kind, LINES));
  if (!batch) return;
  const payload = await compose(ctx, serverId, batch.lines);
  try {
    await ctx.discord.messages.create({ channelId, payload, nonce: nonceOf(batch.id) });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    await giveUp(ctx, serverId, { kind, channelId, isGone: error.kind === 'gone' });
    return;
  }
  await deleteBatch(ctx.db, batch.id);
  await logSoon(ctx, serverId, kind);
}

/** At most 25 characters. */
const nonceOf = (batchId: string): string => batchId.replaceAll('-', '').slice(0, 25);

async function giveUp(
  ctx: Ctx,
  serverId: ServerId,
  about: { kind: LoggedKind; channelId: Parameters<typeof describeChannel>[2]; isGone: boolean },
): Promise<void> {
  const { kind, channelId } = about;
  const { name, missing, isHere } = await describeChannel(ctx, serverId, channelId);
  const isGone = about.isGone || name === null;
  await ctx.db.transaction(async (tx) => {
    await deleteNews(tx, serverId, kind);
    if (!isHere) return;
    const trouble: Trouble = isGone
      ? {
          reason: 'unknownChannel',
          details: { what: { say: `liveRole.log_${kind}` } },
          action: { kind: 'chooseChannel', path: pages[kind], targetId: channelId },
        }
      : {
          reason: 'missingPermission',
          details: { place: `#${name}` },
          missingPermissions: missing,
          action: { kind: 'grantPermissions', path: null, targetId: channelId },
        };
    await report(ctx, serverId, trouble, tx);
  });
}

async function compose(ctx: Ctx, serverId: ServerId, lines: readonly News[]) {
  const [looks, templates] = [await listLooks(ctx, [serverId]), await loadServerLines(ctx, serverId)];
  const server = looks.get(serverId) ?? null;
  const told = lines.map((line): NewsLine => {
    const type = `${line.kind}Role${line.isGiven ? 'Added' : 'Removed'}` as const;
    return { ...line, type, template: templates.get(type) ?? null, placeholders: placeholdersFor(type) };
  });
  return renderNews({ lines: told, server, now: ctx.clock.now() });
}
