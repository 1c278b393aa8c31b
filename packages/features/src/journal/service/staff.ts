import { type FileSection, platformNames, type ServerId } from '@tally/contract';
import { type Ctx, fileLine, say } from '@tally/kernel';
import { readJournal } from './read.ts';

const SHOWN = 10;
const tones = {
  posted: 'ok',
  edited: 'ok',
  late: 'warn',
  unconfirmed: 'warn',
  failed: 'danger',
  skipped: null,
} as const;

/** Shows staff the server's latest messages and their outcomes. */
export async function aboutServer(ctx: Ctx, serverId: ServerId): Promise<FileSection[]> {
  const { rows } = await readJournal(ctx, { serverId, limit: SHOWN });
  const lines = rows.map(({ displayName, streamerUserName, platform, outcome, explanation, times }) =>
    fileLine(`${displayName ?? streamerUserName}, ${platformNames[platform]}`, {
      note: explanation ?? say(ctx.locale, `admin.fileMessage_${outcome ?? 'waiting'}`),
      tone: outcome && tones[outcome],
      at: times.queued,
      href: `/dashboard/server/${serverId}/journal`,
    }),
  );
  return [{ title: say(ctx.locale, 'admin.fileMessages'), lines }];
}
