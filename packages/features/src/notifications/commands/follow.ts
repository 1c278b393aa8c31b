import { ChannelId, Platform, platformFlags, RoleId, type ServerId, type StreamerBody } from '@tally/contract';
import { type Answer, linkButton, privateCard, type SlashCall, serverOf } from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { requirePlanFlags } from '../../message-editor/index.ts';
import { describeChannel } from '../../servers/index.ts';
import { addStreamer } from '../service/add-streamer.ts';
import { platformOf } from '../service/address.ts';
import { changeStreamer } from '../service/change-streamer.ts';
import { findStreamer } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

/** `/setup service`: follows somebody, or gives somebody who is followed another channel. */
export async function follow(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const { platform, name, channelId, videosId, pingId } = read(call);
  await requirePlanFlags(ctx, serverId, [platformFlags[platform]]);
  const { definition } = platformOf(ctx, platform);
  const plainName = definition.channelNameIn(name);
  if (plainName === null) throw new AppError('noSuchChannel', { name: short(name), platform: definition.name });
  const body = bodyFor(platform, { channelId, videosId, pingId });
  const known = await findStreamer(ctx.db, { serverId, platform, name: plainName });
  const address = { serverId, platform, name: known?.name ?? name };
  const row = known ? await changeStreamer(ctx, address, body) : await addStreamer(ctx, address, body);
  return await told(ctx, { row, channelId, platformName: definition.name, isNew: !known });
}

interface Wanted {
  readonly channelId: ChannelId;
  readonly videosId: ChannelId | undefined;
  readonly pingId: RoleId | undefined;
}

/** The router has seen to it that the ids are ids. */
function read({ options }: SlashCall): Wanted & { platform: Platform; name: string } {
  return {
    platform: Platform.parse(options['platform']),
    name: String(options['name']).trim(),
    channelId: ChannelId.parse(options['channel']),
    videosId: ChannelId.optional().parse(options['videos']),
    pingId: RoleId.optional().parse(options['ping']),
  };
}

/** Where there is no live stream without videos beside it, both go to the one channel unless somebody says otherwise. */
function bodyFor(platform: Platform, { channelId, videosId, pingId }: Wanted): StreamerBody {
  const ping = pingId ? { pingRoleId: pingId } : {};
  switch (platform) {
    case 'youtube':
    case 'tiktok':
      return { ...ping, liveNotificationChannelId: channelId, videoNotificationChannelId: videosId ?? channelId };
    case 'rumble':
      return {
        ...ping,
        notificationChannelId: channelId,
        ...(videosId ? { videoNotificationChannelId: videosId } : {}),
      };
    case 'kick':
    case 'twitch':
      return { ...ping, notificationChannelId: channelId };
  }
}

async function told(
  ctx: Ctx,
  about: { row: StreamerRow; channelId: ChannelId; platformName: string; isNew: boolean },
): Promise<Answer> {
  const { row, channelId } = about;
  const { missing } = await describeChannel(ctx, row.serverId, channelId);
  const values = { name: escapeMarkdown(row.name), platform: about.platformName, channel: `<#${channelId}>` };
  const lacks = listPermissions(ctx.locale, missing);
  const lines = [
    say(ctx.locale, about.isNew ? 'commands.followed' : 'commands.followedBefore', values),
    ...(missing.length > 0 ? [say(ctx.locale, 'commands.stillMissing', { ...values, permissions: lacks })] : []),
    say(ctx.locale, 'commands.tryTest'),
  ];
  return privateCard({ description: lines.join('\n\n') }, [
    linkButton(say(ctx.locale, 'commands.openDashboard'), pageOf(ctx, row.serverId)),
  ]);
}

export const pageOf = ({ config }: Pick<Ctx, 'config'>, serverId: ServerId): string =>
  `${config.webUrl}/dashboard/server/${serverId}/notifications`;

const short = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);
