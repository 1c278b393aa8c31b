import type { EmoteImport, EmoteImportDetails, ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findImport, listImports, listImportsOf, listItems } from '../store/imports.ts';
import type { ImportRow, ItemRow } from '../tables.ts';

const MOST = 20;

export function viewOf(row: ImportRow, items: readonly ItemRow[]): EmoteImport {
  const count = (state: ItemRow['state']) => items.filter((item) => item.state === state).length;
  return {
    id: row.id,
    platform: row.platform,
    streamerUserName: row.streamer,
    state: row.state,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
    resumesAt: row.resumesAt,
    roleId: row.roleId,
    waiting: count('waiting'),
    done: count('done'),
    failed: count('failed'),
  };
}

export async function readImports(ctx: Ctx, serverId: ServerId): Promise<EmoteImport[]> {
  const rows = await listImports(ctx.db, serverId, MOST);
  const byImport = Map.groupBy(
    await listItems(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (item) => item.importId,
  );
  return rows.map((row) => viewOf(row, byImport.get(row.id) ?? []));
}

export async function readImport(ctx: Ctx, serverId: ServerId, id: string): Promise<EmoteImportDetails> {
  const row = await findImport(ctx.db, id);
  if (row?.serverId !== serverId) throw new AppError('notFound');
  const items = await listItems(ctx.db, [id]);
  return {
    ...viewOf(row, items),
    emotes: items.map(({ name, emoteName, url, animated, state, reason, emojiId }) => ({
      name,
      emoteName,
      url,
      animated,
      state,
      reason,
      message: reason && say(ctx.locale, `emotes.${reason}`),
      emojiId,
    })),
  };
}

export async function exportImports(ctx: Ctx, userId: UserId) {
  const rows = await listImportsOf(ctx.db, userId);
  return {
    emoteImports: rows.map(({ serverId, platform, streamer, createdAt }) => ({
      serverId,
      platform,
      streamer,
      createdAt,
    })),
  };
}
