import { type ChannelId, publishedMessages } from '@tally/contract';
import { type Answer, customId, linkButton, privateCard } from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { findChannel } from '@tally/pipeline/detection';
import { describeChannel } from '../../places/index.ts';
import { channelFor } from '../match.ts';
import { platformOf } from '../service/address.ts';
import type { StreamerRow } from '../tables.ts';
import { pageOf } from './view.ts';

export const POST_NOW = 'setup-post-now';

/** Describes a server's settings for a creator that was just added or changed, and the next steps. */
export async function describeFollowed(ctx: Ctx, row: StreamerRow, { isNew }: { isNew: boolean }): Promise<Answer> {
  const { definition } = platformOf(ctx, row.platform);
  const channel = await findChannel(ctx.db, row.platform, row.channelId);
  const shown = channel?.displayName ?? row.name;
  const name = escapeMarkdown(shown);
  const called =
    shown.toLowerCase() === row.name.toLowerCase() ? `**${name}**` : `**${name}** (${escapeMarkdown(row.name)})`;
  const isUntold = isNew && row.alreadyLiveSession !== null;
  const next = isUntold ? 'commands.liveAlready' : 'commands.nextIsPosted';
  const paragraphs = [
    say(ctx.locale, isNew ? 'commands.followed' : 'commands.followedBefore', {
      name: called,
      platform: definition.name,
    }),
    [...placesOf(ctx, row), pingOf(ctx, row)].join('\n'),
    ...(await lacksOf(ctx, row)),
    ...(isNew ? [say(ctx.locale, next, { name })] : []),
    say(ctx.locale, 'commands.tryTest'),
  ];
  const post = {
    type: 2,
    style: 1,
    custom_id: customId(POST_NOW, row.id),
    label: say(ctx.locale, 'commands.postNow'),
  } as const;
  return privateCard({ description: paragraphs.join('\n\n') }, [
    ...(isUntold ? [post] : []),
    linkButton(say(ctx.locale, 'commands.openDashboard'), pageOf(ctx, row.serverId)),
  ]);
}

function placesOf(ctx: Ctx, row: StreamerRow): string[] {
  const [streams, videos] = [channelFor(row), videosOf(row)];
  const line = (key: Parameters<typeof say>[1], id: ChannelId) => say(ctx.locale, key, { channel: `<#${id}>` });
  if (streams && streams === videos) return [line('commands.placeOfBoth', streams)];
  return [
    ...(streams ? [line('commands.placeOfStreams', streams)] : []),
    ...(videos ? [line('commands.placeOfVideos', videos)] : []),
  ];
}

/** Null if the platform has no videos, or if this server does not want them. */
const videosOf = ({ platform, settings }: StreamerRow): ChannelId | null =>
  (publishedMessages[platform].video && settings.videoNotificationChannelId) || null;

function pingOf(ctx: Ctx, { serverId, settings: { pingRoleId } }: StreamerRow): string {
  if (!pingRoleId) return say(ctx.locale, 'commands.pingsNoRole');
  // The role of @everyone has the server's id.
  if ((pingRoleId as string) === serverId) return say(ctx.locale, 'commands.pingsEveryone');
  return say(ctx.locale, 'commands.pingsRole', { role: `<@&${pingRoleId}>` });
}

async function lacksOf(ctx: Ctx, row: StreamerRow): Promise<string[]> {
  const places = new Set([channelFor(row), videosOf(row)].filter((id) => id !== null));
  const lines = [];
  for (const id of places) {
    const { missing } = await describeChannel(ctx, row.serverId, id);
    const permissions = listPermissions(ctx.locale, missing);
    if (missing.length > 0) lines.push(say(ctx.locale, 'commands.stillMissing', { channel: `<#${id}>`, permissions }));
  }
  return lines;
}
