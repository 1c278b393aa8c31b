import { type ChannelId, LocaleValue, nameOrAddress, type RoleId, type ServerId } from '@tally/contract';
import { card, customIdIfShort } from '@tally/discord/interactions';
import { AppError, type Channel, type Ctx, say, UpstreamError, withLocale } from '@tally/kernel';
import type { MessagePayload, RowPayload } from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import { findServer } from '../../servers/index.ts';
import { following, listStreamersOf, platformOf } from '../../streamers/index.ts';
import type { Lead, Post } from '../match/known-bots.ts';
import { creatorsIn } from '../match/posts.ts';
import { keyOf } from '../match/shown.ts';
import { pageReader } from './find-posts.ts';

export const FOLLOW = 'moving-follow';

/** Discord's limit for buttons in a row. */
const MOST = 5;

/** Offers a follow button for each creator that a message links to. Null if it links to none. */
export async function offerFrom(
  caller: Ctx,
  post: Post,
  { serverId, channelId: here, isPublic }: { serverId: ServerId; channelId: ChannelId; isPublic: boolean },
): Promise<MessagePayload | null> {
  const leads = creatorsIn(post, pageReader(caller)).leads.slice(0, MOST);
  if (leads.length === 0) return null;
  const server = await findServer(caller.db, serverId);
  const locale = LocaleValue.safeParse(server?.locale).data;
  // Everyone in the channel reads a public answer, so it is in the server's language.
  const ctx = isPublic && locale ? withLocale(caller, locale) : caller;
  const [channelId, pingId] = [server?.newStreamerChannelId ?? here, server?.newStreamerPingRoleId ?? null];
  const followed = new Set(
    (await listStreamersOf(ctx.db, serverId)).map(({ platform, channelId: id }) => keyOf({ platform, id })),
  );
  const lines: string[] = [];
  const buttons: RowPayload['components'][number][] = [];
  for (const lead of leads) {
    const found = await find(ctx, lead);
    const platform = platformOf(ctx, lead.platform).definition.name;
    if (typeof found === 'string') {
      lines.push(say(ctx.locale, `moving.${found}`, { name: escapeMarkdown(lead.wrote), platform }));
      continue;
    }
    const isFollowed = followed.has(keyOf(found));
    const name = escapeMarkdown(found.displayName);
    const line = say(ctx.locale, isFollowed ? 'moving.offerFollowed' : 'moving.offerFound', { name, platform });
    // A post may link to both a video and its channel.
    if (lines.includes(line)) continue;
    lines.push(line);
    const id = customIdIfShort(FOLLOW, found.platform, nameOrAddress(found), channelId, pingId ?? '');
    const label = say(ctx.locale, 'moving.offerButton', { name: found.displayName, platform }).slice(0, 80);
    if (id !== null && !isFollowed) buttons.push({ type: 2, style: 1, custom_id: id, label });
  }
  const where = [
    say(ctx.locale, 'moving.offerWhere', { channel: `<#${channelId}>` }),
    ...(pingId ? [pingOf(ctx, serverId, pingId)] : []),
  ];
  const description = [lines.join('\n'), ...(buttons.length > 0 ? [where.join(' ')] : [])].join('\n\n');
  return card({ title: say(ctx.locale, 'moving.offerTitle'), description }, buttons);
}

/** The role of @everyone has the server's id. */
const pingOf = (ctx: Ctx, serverId: ServerId, pingId: RoleId): string =>
  (pingId as string) === serverId
    ? say(ctx.locale, 'commands.pingsEveryone')
    : say(ctx.locale, 'commands.pingsRole', { role: `<@&${pingId}>` });

/** Offering a wrong channel is worse than offering none, so the platform must know the channel under this address. */
async function find(ctx: Ctx, { platform, wrote }: Lead): Promise<Channel | 'offerMissing' | 'offerLater'> {
  try {
    const found = await following.find(ctx, { platform, name: wrote });
    return found.kind === 'found' ? found.creator.channel : 'offerMissing';
  } catch (error) {
    if (error instanceof UpstreamError) return 'offerLater';
    if (error instanceof AppError) return error.code === 'lookUpsUsedUp' ? 'offerLater' : 'offerMissing';
    throw error;
  }
}
