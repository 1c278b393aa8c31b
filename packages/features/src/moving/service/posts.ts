import { type ChannelId, moveLimits, type PostChannels, type ServerId } from '@tally/contract';
import { listPermissions } from '@tally/discord/permissions';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import { channelsToRead, forgetFacts } from '../../places/index.ts';
import type { MoveRow } from '../tables.ts';
import { openMove } from './draft.ts';
import { countPosts, isContentHidden } from './find-posts.ts';

/** Discord's page with the intent switches. Only the installation's owner can log in there. */
const portalUrl = (ctx: Ctx): string | null =>
  requireUser(ctx).flags.has('Owner')
    ? `https://discord.com/developers/applications/${ctx.config.discord.clientId}/bot`
    : null;

export async function listPostChannels(ctx: Ctx, serverId: ServerId): Promise<PostChannels> {
  const [isHidden, channels] = await Promise.all([isContentHidden(ctx), channelsToRead(ctx, serverId)]);
  const readable = channels.filter(({ missing }) => missing.length === 0);
  const posts = isHidden ? new Map<ChannelId, number>() : await countPosts(ctx, serverId, readable);
  return {
    problem: isHidden ? 'contentHidden' : null,
    portalUrl: isHidden ? portalUrl(ctx) : null,
    channels: channels.map(({ id, missing }) => ({
      channelId: id,
      canRead: missing.length === 0,
      posts: posts.get(id) ?? 0,
    })),
  };
}

/** Starts reading the posts of other bots. */
export async function startPosts(
  ctx: Ctx,
  serverId: ServerId,
  { channelIds, depth }: { readonly channelIds: readonly ChannelId[]; readonly depth: number },
): Promise<MoveRow> {
  if (await isContentHidden(ctx)) {
    const url = portalUrl(ctx);
    const sentences = [say(ctx.locale, 'errors.contentHidden'), url && say(ctx.locale, 'moving.switchOn', { url })];
    throw new AppError('contentHidden', {}, [sentences.filter(Boolean).join(' ')]);
  }
  // A manager may have granted the permission just now.
  await forgetFacts(ctx, serverId);
  const known = new Map((await channelsToRead(ctx, serverId)).map((each) => [each.id, each]));
  const chosen = [...new Set(channelIds)].map((id, place) => {
    const channel = known.get(id);
    if (!channel)
      throw new AppError('invalidFields', {}, [`channelIds.${place}: ${say(ctx.locale, 'servers.channelNotHere')}`]);
    return channel;
  });
  const closed = chosen.filter(({ missing }) => missing.length > 0);
  if (closed.length > 0)
    throw new AppError('historyHidden', {
      channels: new Intl.ListFormat(ctx.locale).format(closed.map(({ name }) => `#${name}`)),
      permissions: listPermissions(ctx.locale, [...new Set(closed.flatMap(({ missing }) => missing))]),
    });
  const channels = chosen.map(({ id, name }) => ({ id, name, before: null, read: 0, isDone: false }));
  const older = depth < moveLimits.depths[2] ? null : { before: null, calls: 0, isDone: false };
  const reading = { depth, channels, older };
  return await openMove(ctx, serverId, { kind: 'posts', candidates: [], leftOut: [], reading });
}
