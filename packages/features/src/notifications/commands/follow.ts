import {
  ChannelId,
  Platform,
  platformFlags,
  RoleId,
  readPastedLink,
  type ServerId,
  type StreamerBody,
} from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customIdIfShort,
  defineCommand,
  linkButton,
  privateCard,
  type SlashCall,
  serverOf,
  update,
} from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { requirePlanFlags } from '../../message-editor/index.ts';
import { describeChannel } from '../../servers/index.ts';
import { addStreamer } from '../service/add-streamer.ts';
import { platformOf } from '../service/address.ts';
import { changeStreamer } from '../service/change-streamer.ts';
import { refuseOtherPlatform } from '../service/find-creator.ts';
import { findStreamer } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

/** `/setup service`: follows somebody, or gives somebody who is followed another channel. */
export async function follow(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const wanted = read(call);
  return offerElsewhere(ctx, wanted) ?? (await carryOut(ctx, serverOf(call), wanted));
}

const ELSEWHERE = 'setup-elsewhere';

/** Pressed where a link led to another platform than the chosen one. */
export const elsewhereButton = defineCommand({
  kind: 'component',
  id: ELSEWHERE,
  isPrivate: true,
  permissions: ['ManageGuild'],
  run: async (ctx: Ctx, call: ComponentCall): Promise<Answer> => {
    const [platform, name = '', channelId, videosId, pingId] = call.args;
    const answer = await carryOut(ctx, serverOf(call), {
      platform: Platform.parse(platform),
      name,
      channelId: ChannelId.parse(channelId),
      videosId: videosId ? ChannelId.parse(videosId) : undefined,
      pingId: pingId ? RoleId.parse(pingId) : undefined,
    });
    return answer.kind === 'message' ? update(answer.payload) : answer;
  },
});

/** Null: there is nothing to ask. A link that is too long for a button's id is refused with the same words. */
function offerElsewhere(ctx: Ctx, wanted: Wanted): Answer | null {
  const found = readPastedLink(wanted.name)?.platform;
  if (!found || found === wanted.platform) return null;
  const [here, other] = [platformOf(ctx, wanted.platform).definition, platformOf(ctx, found).definition];
  const name = other.channelNameIn(wanted.name);
  if (name === null) return null;
  // A Rumble name may be a user or a channel; the link says which is meant.
  const type = other.rumbleTypeIn?.(wanted.name);
  const typed = type ? `${type === 'channel' ? 'c' : 'user'}/${name}` : name;
  const args = [found, typed, wanted.channelId, wanted.videosId ?? '', wanted.pingId ?? ''];
  const id = customIdIfShort(ELSEWHERE, ...args);
  if (id === null) return null;
  const values = { platform: here.name, other: other.name };
  return privateCard({ description: say(ctx.locale, 'commands.linkElsewhere', values) }, [
    {
      type: 2,
      style: 1,
      custom_id: id,
      label: say(ctx.locale, 'commands.followElsewhere', values),
    },
  ]);
}

async function carryOut(ctx: Ctx, serverId: ServerId, wanted: Wanted): Promise<Answer> {
  const { platform, name, channelId } = wanted;
  await requirePlanFlags(ctx, serverId, [platformFlags[platform]]);
  const { definition } = platformOf(ctx, platform);
  refuseOtherPlatform(ctx, definition, name);
  const plainName = definition.channelNameIn(name);
  if (plainName === null) throw new AppError('noSuchChannel', { name: short(name), platform: definition.name });
  const body = bodyFor(platform, wanted);
  const known = await findStreamer(ctx.db, { serverId, platform, name: plainName });
  const address = { serverId, platform, name: known?.name ?? name };
  const row = known ? await changeStreamer(ctx, address, { body }) : await addStreamer(ctx, address, body);
  return await told(ctx, { row, channelId, platformName: definition.name, isNew: !known });
}

interface Wanted {
  readonly platform: Platform;
  readonly name: string;
  readonly channelId: ChannelId;
  readonly videosId: ChannelId | undefined;
  readonly pingId: RoleId | undefined;
}

/** The router has already checked that the ids are ids. */
function read({ options }: SlashCall): Wanted {
  return {
    platform: Platform.parse(options['platform']),
    name: String(options['name']).trim(),
    channelId: ChannelId.parse(options['channel']),
    videosId: ChannelId.optional().parse(options['videos']),
    pingId: RoleId.optional().parse(options['ping']),
  };
}

/**
 * On platforms with a channel for streams and one for videos, both get the same one unless another is chosen for
 * videos.
 */
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
