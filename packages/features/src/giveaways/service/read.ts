import type {
  Giveaway,
  GiveawayEntry,
  GiveawayEvent,
  GiveawayLimits,
  GiveawayPage,
  ListedGiveaway,
  OwnGiveaway,
  ScheduledGiveaway,
  ServerId,
  UserId,
} from '@tally/contract';
import { badCursor, cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, versionOf } from '@tally/kernel';
import { listFacesOf, listNames } from '../../account/index.ts';
import { listSummaries, planOf } from '../../servers/index.ts';
import { peopleOfEvent } from '../match/event-people.ts';
import { oddsOf } from '../match/odds.ts';
import { standingOf } from '../match/standing.ts';
import { readTerms } from '../match/terms.ts';
import { listEvents } from '../store/course.ts';
import { listDrawn, listWonBy } from '../store/draws.ts';
import { countByMinute, listEntries, listEntriesOf, listEntriesOfPerson } from '../store/entries.ts';
import { findGiveaway, listByIds, listGiveaways, listHostedBy, listListed, listScheduled } from '../store/giveaways.ts';
import type { DrawnRow, EventRow, GiveawayRow } from '../tables.ts';

const SHOWN = 200;
/** Pages of giveaways continue after an id, pages of entries after a key. */
const nextGiveaways = cursorOfOne(pieces.matching(/^gw_[0-9a-f]{1,40}$/));
const nextEntries = cursorOfOne(pieces.matching(/^[0-9a-f]{64}$/));

/** Finds giveaways of this server only; an id of another server counts as missing. */
export async function getRow(
  ctx: Ctx,
  { guildId, giveawayId }: { guildId: ServerId; giveawayId: string },
): Promise<GiveawayRow> {
  const row = await findOfServer(ctx, guildId, giveawayId);
  if (!row) throw new AppError('giveawayNotFound');
  return row;
}

async function findOfServer(ctx: Ctx, serverId: ServerId, id: string): Promise<GiveawayRow | null> {
  const row = await findGiveaway(ctx.db, id);
  return row?.serverId === serverId ? row : null;
}

export function settingsOf(row: GiveawayRow) {
  const { channelId, hostId } = row;
  return { ...readTerms(row), channelId, hostId, hasCodeword: row.codeword !== null };
}

const namesOf = (winners: readonly DrawnRow[]): string[] =>
  winners.flatMap(({ userId, username }) => (userId ? [username || userId] : []));

function asGiveaway(row: GiveawayRow, drawn: readonly DrawnRow[]): Giveaway {
  const settings = settingsOf(row);
  const winners = standingOf(drawn);
  const idsOf = (rows: readonly DrawnRow[]) => rows.flatMap(({ userId }) => userId ?? []);
  const { endsAt, startedAt, endedAt, state, claimUntil, isMessageLost } = row;
  return {
    giveawayId: row.id,
    guildId: row.serverId,
    ...settings,
    state,
    messageId: row.messageId,
    isMessageLost,
    startedAt,
    endedAt,
    endsAt,
    claimUntil,
    liveEntryCountUpdatedAt: row.countedAt,
    winnerIds: idsOf(winners),
    claimedIds: idsOf(winners.filter(({ claimedAt }) => claimedAt !== null)),
    winnerNames: namesOf(winners),
    currentEntries: row.people,
    tickets: row.tickets,
    draw: row.draw,
    version: versionOf(settings),
  };
}

export async function listOfServer(
  ctx: Ctx,
  serverId: ServerId,
  { limit = SHOWN, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ existing: Giveaway[]; scheduled: ScheduledGiveaway[]; limits: GiveawayLimits }> {
  const after = await rowAt(nextGiveaways, cursor, async (id) => await findOfServer(ctx, serverId, id));
  const [rows, planned, { ceilings }] = await Promise.all([
    listGiveaways(ctx.db, serverId, { limit, after }),
    listScheduled(ctx.db, serverId),
    planOf(ctx, serverId),
  ]);
  const drawn = Map.groupBy(
    await listDrawn(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ giveawayId }) => giveawayId,
  );
  return {
    existing: rows.map((row) => asGiveaway(row, drawn.get(row.id) ?? [])),
    scheduled: planned.map((row) => {
      const settings = settingsOf(row);
      const data = { giveawayId: row.id, guildId: row.serverId, ...settings, version: versionOf(settings) };
      return { data, shouldStartAt: row.startsAt };
    }),
    limits: {
      hours: ceilings.giveawayHours,
      requirements: ceilings.giveawayRequirements,
      scheduleHours: ceilings.giveawayScheduleHours,
      atOnce: ceilings.giveawaysAtOnce,
      winners: ceilings.giveawayWinners,
    },
  };
}

export async function readOne(ctx: Ctx, row: GiveawayRow): Promise<Giveaway> {
  return asGiveaway(row, await listDrawn(ctx.db, [row.id]));
}

const facesOf = (ctx: Ctx, rows: readonly { readonly userId: UserId | null }[]) =>
  listFacesOf(
    ctx,
    rows.flatMap(({ userId }) => userId ?? []),
  );

export async function readCourse(ctx: Ctx, row: GiveawayRow): Promise<GiveawayPage> {
  const [drawn, entriesByMinute, events] = await Promise.all([
    listDrawn(ctx.db, [row.id]),
    countByMinute(ctx.db, row.id),
    listEvents(ctx.db, row.id),
  ]);
  const winners = standingOf(drawn);
  const faces = await facesOf(ctx, winners);
  return {
    giveaway: asGiveaway(row, drawn),
    winners: winners.flatMap(({ userId, username, number: draw, claimedAt }) =>
      userId ? [{ userId, username: username ?? '', avatar: faces.get(userId)?.avatar ?? null, draw, claimedAt }] : [],
    ),
    entriesByMinute,
    events: await asEvents(ctx, row, { events, drawn }),
  };
}

/** Adds names to events: those of winners and entrants from the giveaway, those of managers from their accounts. */
async function asEvents(
  ctx: Ctx,
  row: GiveawayRow,
  { events, drawn }: { readonly events: readonly EventRow[]; readonly drawn: readonly DrawnRow[] },
): Promise<GiveawayEvent[]> {
  const actors = [...new Set(events.flatMap(({ byId }) => byId ?? []))];
  const [accounts, entries] = await Promise.all([listNames(ctx, actors), listEntriesOf(ctx.db, row.id, actors)]);
  const entrants = new Map(entries.map(({ userId, username }) => [userId, username]));
  return events.map((event) => ({
    event: event.event,
    at: event.at,
    byId: event.byId,
    byName: event.byId && (accounts.get(event.byId) ?? entrants.get(event.byId) ?? null),
    people: peopleOfEvent(event, drawn).flatMap(({ username, userId }) => username || userId || []),
    details: event.details,
  }));
}

export async function readEntries(
  ctx: Ctx,
  row: GiveawayRow,
  about: { limit?: number | undefined; cursor?: string | undefined; search?: string | undefined },
): Promise<GiveawayEntry[]> {
  const { limit = SHOWN, cursor, search } = about;
  const after = nextEntries.read(cursor);
  const [rows, drawn] = await Promise.all([
    listEntries(ctx.db, row.id, { limit, after, search }),
    listDrawn(ctx.db, [row.id]),
  ]);
  const won = new Set(standingOf(drawn).map(({ key }) => key));
  const faces = await facesOf(ctx, rows);
  return rows.flatMap(({ userId, username, tickets: entries, key, enteredAt }) => {
    if (!userId) return [];
    const avatar = faces.get(userId)?.avatar ?? null;
    return [{ userId, username: username ?? '', avatar, entries, key, enteredAt, hasWon: won.has(key) }];
  });
}

const MOST_OWN = 1_000;

/** Lists the giveaways that a person entered, won or hosts, newest first. */
export async function readOwn(
  ctx: Ctx,
  userId: UserId,
  { limit = SHOWN, cursor }: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<OwnGiveaway[]> {
  const [entered, won, hosted] = await Promise.all([
    listEntriesOfPerson(ctx.db, userId, MOST_OWN),
    listWonBy(ctx.db, userId),
    listHostedBy(ctx.db, userId, MOST_OWN),
  ]);
  const wonIn = new Map(won.map((each) => [each.giveawayId, each]));
  const entryIn = new Map(entered.map((each) => [each.giveawayId, each]));
  const rows = await listByIds(ctx.db, [
    ...new Set([...entryIn.keys(), ...wonIn.keys(), ...hosted.map(({ id }) => id)]),
  ]);
  const inOrder = rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
  const after = nextGiveaways.read(cursor);
  const from = after === undefined ? 0 : inOrder.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) throw badCursor();
  const page = inOrder.slice(from, from + limit);
  const own = new Set(hosted.map(({ id }) => id));
  const [looks, drawn] = await Promise.all([
    listSummaries(ctx, [...new Set(page.map(({ serverId }) => serverId))]),
    listDrawn(
      ctx.db,
      page.flatMap(({ id }) => (own.has(id) ? id : [])),
    ),
  ]);
  const drawnIn = Map.groupBy(drawn, ({ giveawayId }) => giveawayId);
  return page.map((row) => {
    const [entry, win] = [entryIn.get(row.id), wonIn.get(row.id)];
    const { name, winnerCount } = readTerms(row);
    return {
      giveawayId: row.id,
      guildId: row.serverId,
      serverName: looks.get(row.serverId)?.name ?? '',
      name,
      state: row.state,
      endsAt: row.endsAt,
      winnerCount,
      winnerNames: namesOf(standingOf(drawnIn.get(row.id) ?? [])),
      part: win && !win.isReplaced ? 'won' : entry || win ? 'entered' : 'hosted',
      tickets: entry?.tickets ?? 0,
      odds: entry ? oddsOf(row, entry) : null,
      key: entry?.key ?? null,
      salt: entry?.salt ?? null,
      claimUntil: win && !win.isReplaced ? row.claimUntil : null,
      isClaimed: win?.claimedAt != null && !win.isReplaced,
      isReplaced: win?.isReplaced ?? false,
    };
  });
}

export async function readListed(
  ctx: Ctx,
  about: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ListedGiveaway[]> {
  const rows = await listListed(ctx.db, { limit: about.limit ?? SHOWN, after: nextGiveaways.read(about.cursor) });
  const looks = await listSummaries(ctx, [...new Set(rows.map(({ serverId }) => serverId))]);
  return rows.map((row) => {
    const { name, winnerCount } = readTerms(row);
    return {
      giveawayId: row.id,
      guildId: row.serverId,
      serverName: looks.get(row.serverId)?.name ?? '',
      serverIcon: looks.get(row.serverId)?.iconUrl ?? null,
      name,
      endsAt: row.endsAt,
      winnerCount,
      people: row.people,
      messageUrl: null,
      inviteUrl: row.inviteCode ? `https://discord.gg/${row.inviteCode}` : null,
    };
  });
}
