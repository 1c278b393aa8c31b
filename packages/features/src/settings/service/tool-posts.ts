import { type PostingTool, type ServerId, type TextKey, type ToolPost, UserId } from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';
import { type Delivery, listJournal } from '@tally/pipeline/delivery';
import { listNames } from '../../account/index.ts';

const SHOWN = 10;

/** Lists a tool's last messages. Only a message about a member has a name. */
export async function listToolPosts(ctx: Ctx, serverId: ServerId, tool: PostingTool): Promise<ToolPost[]> {
  const rows = await listJournal(ctx.db, { serverId, owners: [tool], limit: SHOWN });
  const members = rows.flatMap(({ subject }) => UserId.safeParse(subject).data ?? []);
  const names = await listNames(ctx, members);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.sentAt ?? row.queuedAt,
    channelId: row.channelId,
    messageId: row.state === 'removed' ? null : row.messageId,
    // We may not know a member who joined, but the greeting stored their name.
    name: typeof row.about['name'] === 'string' ? row.about['name'] : (names.get(row.subject) ?? null),
    problem: problemOf(ctx, row),
  }));
}

function problemOf(ctx: Ctx, { reason, reasonValues, channelId }: Delivery): string | null {
  if (reason === null) return null;
  const key = `notifications.reason${reason.charAt(0).toUpperCase()}${reason.slice(1)}` as TextKey;
  return say(ctx.locale, key, { channel: `<#${channelId}>`, name: '', ...reasonValues });
}
