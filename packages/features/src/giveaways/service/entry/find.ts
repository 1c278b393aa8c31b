import type { ChannelId, ServerId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { cut, escapeMarkdown, fold } from '@tally/message/template';
import { readTerms } from '../../match/terms.ts';
import { findGiveaway, listGiveaways, listOpen, listScheduled } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';

/** A person who looks at a server's giveaways. */
export interface Seer {
  readonly serverId: ServerId;
  /** True if the person runs giveaways here and may see planned ones. */
  readonly isManager: boolean;
  readonly sees: (channelId: ChannelId) => boolean;
}

const NEWEST = 200;
const MOST_NAMED = 5;
const MOST_OF_A_NAME = 60;

const isSeen = ({ isManager, sees }: Seer, { state, channelId }: GiveawayRow): boolean =>
  sees(channelId) && (isManager || state !== 'scheduled');

/** Lists running giveaways by their end, then planned ones. */
export async function listOpenFor(ctx: Ctx, seer: Seer): Promise<GiveawayRow[]> {
  const rows = (await listOpen(ctx.db, seer.serverId)).filter((row) => isSeen(seer, row));
  const [planned, running] = [
    rows.filter(({ state }) => state === 'scheduled'),
    rows.filter(({ state }) => state !== 'scheduled'),
  ];
  const by = (moment: 'startsAt' | 'endsAt') => (one: GiveawayRow, other: GiveawayRow) =>
    (one[moment]?.getTime() ?? Number.POSITIVE_INFINITY) - (other[moment]?.getTime() ?? Number.POSITIVE_INFINITY) || 0;
  return [...running.sort(by('endsAt')), ...planned.sort(by('startsAt'))];
}

/** Finds a giveaway by its id, its name, or the start of its name if that is unambiguous. */
export async function getTyped(ctx: Ctx, seer: Seer, typed: string): Promise<GiveawayRow> {
  const row = await findGiveaway(ctx.db, typed.trim());
  if (row?.serverId === seer.serverId && isSeen(seer, row)) return row;
  const wanted = fold(typed);
  const named = (await listNamed(ctx, seer)).map((each) => ({ ...each, folded: fold(each.name) }));
  const exact = named.filter(({ folded }) => folded === wanted);
  const found = exact.length > 0 ? exact : named.filter(({ folded }) => wanted !== '' && folded.startsWith(wanted));
  const [only, ...others] = found;
  if (!only) throw new AppError('giveawayNotFound');
  if (others.length > 0) throw severalOf(ctx, found);
  return only.row;
}

interface Named {
  readonly row: GiveawayRow;
  readonly name: string;
}

function severalOf(ctx: Ctx, found: readonly Named[]): AppError {
  const which = found.slice(0, MOST_NAMED).map(({ row, name }) => {
    const state = say(ctx.locale, `giveaways.state_${row.state}`);
    return `\`${row.id}\` (${escapeMarkdown(cut(name, MOST_OF_A_NAME))}, ${state})`;
  });
  const sentence = say(ctx.locale, 'giveaways.severalNamed', { count: found.length, which: which.join(', ') });
  return new AppError('invalidFields', {}, [sentence]);
}

/** Suggests giveaways whose prize matches the typed text, newest first. */
export async function proposeGiveaways(
  ctx: Ctx,
  seer: Seer,
  typed: string,
): Promise<{ name: string; value: string }[]> {
  const wanted = fold(typed);
  return (await listNamed(ctx, seer))
    .filter(({ name }) => fold(name).includes(wanted))
    .slice(0, 25)
    .map(({ row, name }) => ({ name: cut(name, 100), value: row.id }));
}

async function listNamed(ctx: Ctx, seer: Seer): Promise<Named[]> {
  const { serverId, isManager } = seer;
  const planned = isManager ? await listScheduled(ctx.db, serverId) : [];
  const rows = [...planned, ...(await listGiveaways(ctx.db, serverId, { limit: NEWEST }))];
  return rows.filter((row) => isSeen(seer, row)).map((row) => ({ row, name: readTerms(row).name }));
}
