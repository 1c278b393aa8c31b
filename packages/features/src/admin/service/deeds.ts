import type { Deed, ServerId, UserId } from '@tally/contract';
import { cursorOfOne, pieces } from '@tally/infra/page';
import { type Ctx, days, hours, requireUser, type StaffCall, type StaffSubject, say, withLocale } from '@tally/kernel';
import { listNames, localeOfUser, notify } from '../../account/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { changesOf } from '../match.ts';
import {
  deleteDeed,
  deleteDeedsBefore,
  describeDeed,
  insertDeed,
  listCalls,
  listDeeds,
  listStaff,
} from '../store/deeds.ts';

const A_PAGE = 50;
const LONGEST_TITLE = 120;
/** Staff can look into a ban for two years. */
const KEPT_DAYS = 730;

/** Records a staff call inside that call's own transaction. */
export async function recordStaff(ctx: Ctx, call: StaffCall): Promise<(subject: StaffSubject) => Promise<void>> {
  const { isRead, ...line } = call;
  const at = ctx.clock.now();
  const { userId } = requireUser(ctx);
  const id = await insertDeed(ctx.db, { ...line, userId, at, hour: isRead ? hourOf(at) : null });
  return async (subject) => {
    // The same read was already recorded within this hour.
    if (id === null) return;
    const { title, href, personId, serverId, before, after } = subject;
    const changes = changesOf(before, after);
    // A save that changes nothing is not recorded.
    if (before && after && changes.length === 0) return await deleteDeed(ctx.db, id);
    const name = title?.trim().slice(0, LONGEST_TITLE);
    await describeDeed(ctx.db, id, { title: name, href, personId, serverId, changes });
    if (isRead && personId) await notifyViewed(ctx, personId, at);
  };
}

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hours(1)) * hours(1));

/** Notifies the person at most once a day, even if several staff members look. */
async function notifyViewed(ctx: Ctx, userId: UserId, at: Date): Promise<void> {
  const locale = await localeOfUser(ctx, userId);
  await notify(withLocale(ctx, locale), userId, {
    severity: 'info',
    title: say(locale, 'admin.personViewed'),
    message: say(locale, 'admin.personViewedText'),
    actionUrl: '/settings',
    key: `viewed by staff ${at.toISOString().slice(0, 10)}`,
  });
}

const nextDeeds = cursorOfOne(pieces.rowId);

interface Asked {
  readonly userId?: UserId | undefined;
  readonly personId?: UserId | undefined;
  readonly serverId?: ServerId | undefined;
  readonly call?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function readDeeds(ctx: Ctx, { limit = A_PAGE, cursor, ...wanted }: Asked): Promise<Deed[]> {
  const rows = await listDeeds(ctx.db, { ...wanted, before: nextDeeds.read(cursor), limit });
  const people = rows.flatMap(({ userId, personId }) => [userId ?? [], personId ?? []].flat());
  const [names, servers] = await Promise.all([
    listNames(ctx, [...new Set(people)]),
    listSummaries(ctx, [...new Set(rows.flatMap(({ serverId }) => serverId ?? []))]),
  ]);
  return rows.map(({ id, hour: _hour, personId, serverId, changes, ...row }) => ({
    ...row,
    deedId: String(id),
    username: row.userId && (names.get(row.userId) ?? null),
    person: personId && { userId: personId, username: names.get(personId) ?? null },
    server: serverId && { serverId, name: servers.get(serverId)?.name ?? null },
    changes: [...changes],
  }));
}

/** Returns the values that the record can be filtered by. */
export async function readDeedChoices(ctx: Ctx) {
  const [staff, calls] = await Promise.all([listStaff(ctx.db), listCalls(ctx.db)]);
  const names = await listNames(ctx, staff);
  return { staff: staff.map((userId) => ({ userId, username: names.get(userId) ?? null })), calls };
}

export async function forgetOldDeeds(ctx: Ctx): Promise<void> {
  await deleteDeedsBefore(ctx.db, new Date(ctx.clock.now().getTime() - days(KEPT_DAYS)));
}
