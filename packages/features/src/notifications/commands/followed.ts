import type { ChannelId } from '@tally/contract';
import {
  type Answer,
  customId,
  defineCommand,
  linkButton,
  privateCard,
  privately,
  serverOf,
} from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { findChannel } from '@tally/pipeline/detection';
import { describeChannel } from '../../servers/index.ts';
import { channelFor, routeOf } from '../match.ts';
import { findUntold, postNow } from '../service/announce/post-now.ts';
import { findPicked } from '../service/names/pick.ts';
import { platformOf } from '../service/streamers/address.ts';
import type { StreamerRow } from '../tables.ts';
import { pageOf } from './view.ts';

const POST_NOW = 'setup-post-now';

/** Describes a server's settings for a creator that was just added or changed, and what happens next. */
export async function describeFollowed(ctx: Ctx, row: StreamerRow, { isNew }: { isNew: boolean }): Promise<Answer> {
  const { definition } = platformOf(ctx, row.platform);
  const channel = await findChannel(ctx.db, row.platform, row.channelId);
  const shown = channel?.displayName ?? row.name;
  const name = escapeMarkdown(shown);
  const called =
    shown.toLowerCase() === row.name.toLowerCase() ? `**${name}**` : `**${name}** (${escapeMarkdown(row.name)})`;
  const untold = isNew ? await findUntold(ctx, row) : null;
  const next = untold ? 'commands.liveAlready' : 'commands.nextIsPosted';
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
    ...(untold ? [post] : []),
    linkButton(say(ctx.locale, 'commands.openDashboard'), pageOf(ctx, row.serverId)),
  ]);
}

/** Posts about the stream that was live when the creator was added. */
export const postNowButton = defineCommand({
  kind: 'component',
  id: POST_NOW,
  isPrivate: true,
  permissions: ['ManageGuild'],
  run: async (ctx, call) => {
    const row = await findPicked(ctx, call, call.args[0]);
    const id = await findUntold(ctx, row);
    if (id === null) return privately(say(ctx.locale, 'notifications.postedAlready'));
    return privately(await postNow(ctx, serverOf(call), id));
  },
});

function placesOf(ctx: Ctx, row: StreamerRow): string[] {
  const [streams, videos] = [channelFor(row), videosOf(row)];
  const line = (key: Parameters<typeof say>[1], id: ChannelId) => say(ctx.locale, key, { channel: `<#${id}>` });
  if (streams && streams === videos) return [line('commands.placeOfBoth', streams)];
  return [
    ...(streams ? [line('commands.placeOfStreams', streams)] : []),
    ...(videos ? [line('commands.placeOfVideos', videos)] : []),
  ];
}

/** Null: the platform has no videos, or this server wants none. */
const videosOf = (row: StreamerRow): ChannelId | null => routeOf(row, { kind: 'upload' })?.channelId ?? null;

function pingOf(ctx: Ctx, { serverId, settings: { pingRoleId } }: StreamerRow): string {
  if (!pingRoleId) return say(ctx.locale, 'commands.pingsNoRole');
  // The role of @everyone has the id of the server.
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
