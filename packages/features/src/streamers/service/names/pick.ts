import type { Platform, ServerId } from '@tally/contract';
import type { Call, Choice } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findStreamerById, listNamed, searchStreamers } from '../../store/streamers.ts';
import type { StreamerRow } from '../../tables.ts';
import { listWatched } from '../address.ts';
import { shownWithName } from './find-creator.ts';
import { listPossible } from './near-names.ts';
import { shownNames } from './shown-names.ts';

const isRowId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const MOST_PROPOSED = 25;

/** Suggests, while a person types, streamers whose name starts with the text. */
export async function proposeStreamers(
  ctx: Ctx,
  serverId: ServerId,
  typed: string,
  about: { platform?: Platform | undefined; by?: 'row' | 'name' } = {},
): Promise<Choice[]> {
  const { platform, by = 'row' } = about;
  const rows = await searchStreamers(ctx.db, { serverId, platform, typed: typed.trim(), limit: MOST_PROPOSED });
  const nameOf = await shownNames(ctx.db, rows);
  return rows.map((row) => ({
    name: `${nameOf(row)} · ${say(ctx.locale, `commands.${row.platform}`)}`,
    value: by === 'row' ? row.id : row.name,
  }));
}

/**
 * Suggests names for `/setup service`: streamers of this server, then possible channels of the platform. The typed text
 * comes last, because any other name can be looked up too.
 */
export async function proposeNames(
  ctx: Ctx,
  serverId: ServerId,
  typed: string,
  platform: Platform | undefined,
): Promise<Choice[]> {
  const own = await proposeStreamers(ctx, serverId, typed, { platform, by: 'name' });
  const words = typed.trim();
  const place = listWatched(ctx).find(({ definition }) => definition.id === platform);
  if (!place || words === '') return own;
  const possible = await listPossible(ctx, place, { typed: words, limit: MOST_PROPOSED });
  const others = possible.map((each) => ({ name: shownWithName(each), value: each.name }));
  const asTyped = {
    name: say(ctx.locale, 'commands.lookUpTyped', { name: words, platform: place.definition.name }),
    value: words,
  };
  const choices = new Map([...own, ...others].slice(0, MOST_PROPOSED - 1).map((each) => [each.value, each]));
  return [...choices.values(), ...(choices.has(words.toLowerCase()) ? [] : [asTyped])];
}

/**
 * Finds the streamer that a command or button names: by row id if a suggestion was chosen, otherwise by name. Finds
 * only streamers of the same server.
 */
export async function findPicked(
  ctx: Ctx,
  call: Call,
  word: unknown,
  about: { readonly platform?: Platform } = {},
): Promise<StreamerRow> {
  const text = typeof word === 'string' ? word.trim() : '';
  // Discord can send an empty suggestion even for a required option.
  if (text === '')
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.missingOption', { option: 'streamer' })]);
  if (call.serverId && isRowId(text)) {
    const row = await findStreamerById(ctx.db, text);
    if (row?.serverId === call.serverId) return row;
  }
  const named = call.serverId ? await listNamed(ctx.db, call.serverId, text) : [];
  // If a platform is given, the same name on other platforms is not ambiguous.
  const meant = named.filter(({ platform }) => platform === about.platform);
  const [only, ...others] = meant.length > 0 ? meant : named;
  if (!only) throw new AppError('streamerNotFound', { name: isRowId(text) ? '…' : text.slice(0, 100) });
  if (others.length > 0) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.severalStreamers', { name: only.name })]);
  }
  return only;
}
