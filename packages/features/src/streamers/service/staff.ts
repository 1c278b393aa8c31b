import { type FileSection, pageOfStreamers, platformNames, type ServerId } from '@tally/contract';
import { type Ctx, fileLine, say } from '@tally/kernel';
import { pausedBy } from '../match.ts';
import { listStreamersOf } from '../store/streamers.ts';

/** Enough for staff to answer a person's question. */
const SHOWN = 50;

export async function aboutServer(ctx: Ctx, serverId: ServerId): Promise<FileSection[]> {
  const rows = await listStreamersOf(ctx.db, serverId);
  return [
    {
      title: say(ctx.locale, 'admin.fileStreamers', { total: rows.length }),
      lines: rows.slice(0, SHOWN).map((row) =>
        fileLine(row.name, {
          note: [platformNames[row.platform], pausedBy(row) ? say(ctx.locale, 'admin.filePaused') : []]
            .flat()
            .join(' · '),
          tone: pausedBy(row) ? 'warn' : null,
          href: `/dashboard/server/${serverId}${pageOfStreamers([row])}`,
        }),
      ),
    },
  ];
}
