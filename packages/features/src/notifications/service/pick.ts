import type { Platform, ServerId } from '@tally/contract';
import type { Call, Choice } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findStreamerById, listNamed, searchStreamers } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

const isRowId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const MOST_PROPOSED = 25;

/** Whom somebody who types may mean: those whose name begins so first. */
export async function proposeStreamers(
  ctx: Ctx,
  serverId: ServerId,
  typed: string,
  about: { platform?: Platform | undefined; by?: 'row' | 'name' } = {},
): Promise<Choice[]> {
  const { platform, by = 'row' } = about;
  const rows = await searchStreamers(ctx.db, { serverId, platform, typed: typed.trim(), limit: MOST_PROPOSED });
  return rows.map((row) => ({
    name: `${row.name} · ${say(ctx.locale, `commands.${row.platform}`)}`,
    value: by === 'row' ? row.id : row.name,
  }));
}

/**
 * The one who was chosen in a command or stands behind a button: by row as it was proposed, or by a name that somebody
 * typed without looking. Only of the server in which it is asked.
 */
export async function findPicked(
  ctx: Ctx,
  call: Call,
  word: unknown,
  about: { readonly platform?: Platform } = {},
): Promise<StreamerRow> {
  const text = typeof word === 'string' ? word.trim() : '';
  if (call.serverId && isRowId(text)) {
    const row = await findStreamerById(ctx.db, text);
    if (row?.serverId === call.serverId) return row;
  }
  const named = call.serverId && text !== '' ? await listNamed(ctx.db, call.serverId, text) : [];
  // Where only one platform can be meant, a name on the others is no reason to ask which.
  const meant = named.filter(({ platform }) => platform === about.platform);
  const [only, ...others] = meant.length > 0 ? meant : named;
  if (!only) throw new AppError('streamerNotFound', { name: isRowId(text) ? '…' : text.slice(0, 100) });
  if (others.length > 0) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.severalStreamers', { name: only.name })]);
  }
  return only;
}
