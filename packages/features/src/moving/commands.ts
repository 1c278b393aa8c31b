import { ChannelId, Platform, RoleId } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  defineCommand,
  type MenuCall,
  privately,
  serverOf,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { following } from '../streamers/index.ts';
import { FOLLOW, offerFrom } from './service/offer.ts';

const permissions = ['ManageGuild'] as const;

/** Discord includes the whole message in the call, even where the bot may not read messages. */
async function offer(ctx: Ctx, call: MenuCall): Promise<Answer> {
  const post = call.message?.whole;
  if (!post) throw new AppError('notFound');
  const place = { serverId: serverOf(call), channelId: post.channelId, isPublic: false };
  const payload = await offerFrom(ctx, post, place);
  return payload ? { kind: 'message', isPrivate: true, payload } : privately(say(ctx.locale, 'moving.offerNone'));
}

/** The post's other buttons stay usable. */
async function follow(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const [platform, name = '', channelId, pingId] = call.args;
  return await following.byName(ctx, serverOf(call), {
    platform: Platform.parse(platform),
    name,
    channelId: ChannelId.parse(channelId),
    pingId: pingId ? RoleId.parse(pingId) : undefined,
  });
}

export const commands = [
  defineCommand({ kind: 'messageMenu', name: 'moving.menuFollow', permissions, isPrivate: true, run: offer }),
  defineCommand({ kind: 'component', id: FOLLOW, permissions, isPrivate: true, run: follow }),
];
