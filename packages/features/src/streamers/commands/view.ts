import { Platform, platforms, type ServerId } from '@tally/contract';
import { type Answer, linkButton, privateCard, type SlashCall, serverOf } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { channelFor, pausedBy } from '../match.ts';
import { maxStreamers } from '../service/limits.ts';
import { shownNames } from '../service/names/shown-names.ts';
import { countStreamers, listStreamers } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

/** An embed holds 25 fields of 1024 characters each, and 6000 in all. The dashboard shows the rest. */
const LINES = 12;

/** `/setup view` shows the creators that this server follows, and the channels for their notifications. */
export async function view(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const chosen = Platform.optional().parse(call.options['platform']);
  const isOpen = ctx.config.PLANS === 'unlimited';
  const fields = [];
  for (const platform of chosen ? [chosen] : platforms) {
    const total = await countStreamers(ctx.db, serverId, platform);
    if (total === 0) continue;
    const rows = await listStreamers(ctx.db, { serverId, platform, limit: LINES });
    const limit = await maxStreamers(ctx, serverId, platform);
    const nameOf = await shownNames(ctx.db, rows);
    const more = total > rows.length ? [say(ctx.locale, 'commands.andMore', { count: total - rows.length })] : [];
    fields.push({
      name: say(ctx.locale, isOpen ? 'commands.viewPlatformOpen' : 'commands.viewPlatform', {
        platform: say(ctx.locale, `commands.${platform}`),
        total,
        limit,
      }),
      value: [...rows.map((row) => lineOf(ctx, row, nameOf(row))), ...more].join('\n').slice(0, 1024),
      inline: false,
    });
  }
  return privateCard(
    {
      title: say(ctx.locale, 'commands.viewTitle'),
      ...(fields.length > 0 ? { fields } : { description: say(ctx.locale, 'commands.viewEmpty') }),
    },
    [linkButton(say(ctx.locale, 'commands.openDashboard'), pageOf(ctx, serverId))],
  );
}

export const pageOf = ({ config }: Pick<Ctx, 'config'>, serverId: ServerId): string =>
  `${config.webUrl}/dashboard/server/${serverId}/notifications`;

function lineOf(ctx: Ctx, row: StreamerRow, name: string): string {
  const channelId = channelFor(row);
  const where = channelId ? `<#${channelId}>` : say(ctx.locale, 'commands.viewNowhere');
  const isPaused = pausedBy(row) !== null;
  const paused = isPaused ? ` · ${say(ctx.locale, 'commands.viewPaused')}` : '';
  return `${escapeMarkdown(name.slice(0, 40))} → ${where}${paused}`;
}
