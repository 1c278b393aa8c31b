import { platformNames, type Recording } from '@tally/contract';
import {
  type Answer,
  defineCommand,
  linkButton,
  privateCard,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { cleanLine, escapeMarkdown } from '@tally/message/template';
import { readRecordings } from './service/read.ts';

const MOST_LISTED = 10;
const LONGEST_TITLE = 80;

async function list(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const { recordings } = await readRecordings(ctx, serverId);
  const lines = recordings
    .filter(({ state }) => state !== 'over')
    .slice(0, MOST_LISTED)
    .map((each) => `${headOf(ctx, each)}\n${standing(ctx, each)}`);
  const description = lines.length > 0 ? lines.join('\n') : say(ctx.locale, 'vods.none');
  return privateCard({ title: say(ctx.locale, 'vods.listTitle'), description }, [
    linkButton(say(ctx.locale, 'vods.openAll'), `${ctx.config.webUrl}/dashboard/server/${serverId}/vods`),
  ]);
}

function headOf(ctx: Ctx, { streamerUserName, title }: Recording): string {
  return say(ctx.locale, 'vods.listed', {
    streamer: escapeMarkdown(cleanLine(streamerUserName)),
    title: escapeMarkdown(cleanLine(title ?? '').slice(0, LONGEST_TITLE)),
  });
}

/** Discord shows the time in each reader's own time zone. */
function standing(ctx: Ctx, { state, watchUrl, allowedUntil, progress, platform, url, message }: Recording): string {
  if (watchUrl && allowedUntil) {
    const time = `<t:${Math.floor(allowedUntil.getTime() / 1_000)}:f>`;
    return say(ctx.locale, 'vods.keptUntil', { link: watchUrl, time });
  }
  if (state === 'saving') return say(ctx.locale, 'vods.beingSaved', { percent: progress ?? 0 });
  if (state === 'waiting') return say(ctx.locale, 'vods.waits');
  return say(ctx.locale, 'vods.onPlatform', { platform: platformNames[platform], link: url, why: message ?? '' });
}

export const commands = [
  defineCommand({ kind: 'slash', name: 'vods', about: 'vods.about', permissions: ['ManageGuild'], run: list }),
];
