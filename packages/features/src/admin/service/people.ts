import {
  CSV_MARK,
  csvRows,
  type GivenFlag,
  givenFlags,
  type PersonFile,
  type StaffHit,
  type UserId,
} from '@tally/contract';
import { cursorOfOne, pieces } from '@tally/infra/page';
import { AppError, type Ctx, type Download, describeToStaff, requireUser, say, withLocale } from '@tally/kernel';
import {
  getProfile,
  getUserFacts,
  giveFlags,
  listEmails as listEmailRows,
  localeOfUser,
  notify,
} from '../../account/index.ts';
import { readBan } from './bans.ts';
import { sectionsOfPerson } from './cockpit.ts';

export async function readPerson(ctx: Ctx, userId: UserId): Promise<PersonFile> {
  const [{ flags, ...profile }, ban, sections] = await Promise.all([
    getProfile(ctx, userId),
    readBan(ctx, 'person', userId),
    sectionsOfPerson(ctx, userId),
  ]);
  describeToStaff(ctx, { personId: userId });
  return {
    ...profile,
    servers: [...profile.servers],
    userId,
    flags: givenFlags.filter((flag) => flags.has(flag)),
    isOwner: flags.has('Owner'),
    ban,
    sections,
  };
}

/** A person who can appoint developers can gain every right, so only owners may appoint them. */
export async function setFlags(ctx: Ctx, userId: UserId, wanted: readonly GivenFlag[]): Promise<void> {
  const caller = requireUser(ctx);
  const { flags } = await getProfile(ctx, userId);
  const changed = givenFlags.filter((flag) => flags.has(flag) !== wanted.includes(flag));
  if (changed.includes('Developer') && !caller.flags.has('Owner')) throw new AppError('ownersOnly');
  if (caller.userId === userId && changed.includes('Developer')) throw new AppError('notYourself');
  describeToStaff(ctx, {
    personId: userId,
    before: { flags: givenFlags.filter((flag) => flags.has(flag)) },
    after: { flags: givenFlags.filter((flag) => wanted.includes(flag)) },
  });
  await giveFlags(ctx, userId, {
    add: changed.filter((flag) => wanted.includes(flag)),
    remove: changed.filter((flag) => !wanted.includes(flag)),
  });
}

/** Shows an address to a staff member. The address's owner is notified first, with the reason. */
export async function showEmail(ctx: Ctx, userId: UserId, reason: string): Promise<{ email: string | null }> {
  const { email } = await getUserFacts(ctx, userId);
  const reply = { email };
  describeToStaff(ctx, { personId: userId });
  const locale = await localeOfUser(ctx, userId);
  const line = {
    severity: 'info',
    title: say(locale, 'admin.emailShown'),
    message: say(locale, 'admin.emailShownText', { reason }),
    actionUrl: '/settings',
  } as const;
  await notify(withLocale(ctx, locale), userId, line, reply);
  return reply;
}

const A_PAGE = 50;

const nextEmails = cursorOfOne(pieces.discordId);

export async function listEmails(
  ctx: Ctx,
  about: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
) {
  const { search = '', limit = A_PAGE, cursor } = about;
  const rows = await listEmailRows(ctx, { search: search.trim(), limit, cursor: nextEmails.read(cursor) });
  return rows.map((row) => ({ ...row, email: masked(row.email) }));
}

/** Returns `a•••@e•••.com`, which distinguishes two people who ask for help but reveals no address. */
export function masked(email: string): string {
  const [name = '', host = ''] = email.split('@');
  const parts = host.split('.');
  const end = parts.length > 1 ? `.${parts.at(-1)}` : '';
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${end}`;
}

const AT_ONCE = 500;

/** Exports only people who want news by email. */
export function exportEmails(ctx: Ctx): Download {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { contentType: 'text/csv; charset=utf-8', fileName: `emails-${day}.csv`, stream: sheetOf(ctx) };
}

function sheetOf(ctx: Ctx): ReadableStream<Uint8Array> {
  const lines = linesOf(ctx);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
  });
}

async function* linesOf(ctx: Ctx): AsyncGenerator<string, undefined> {
  yield CSV_MARK + csvRows([['user id', 'name', 'address']]);
  let cursor: string | undefined;
  for (;;) {
    const rows = await listEmailRows(ctx, { search: '', limit: AT_ONCE, cursor, wantsNews: true });
    if (rows.length > 0) yield csvRows(rows.map(({ userId, username, email }) => [userId, username, email]));
    if (rows.length < AT_ONCE) return undefined;
    cursor = rows.at(-1)?.userId;
  }
}

const FEW = 10;

/** Returns a few results from every feature, or the newest entries for an empty search. */
export async function searchAll(ctx: Ctx, words: string): Promise<StaffHit[]> {
  const found = await Promise.all(
    ctx.features.map(
      async ({ staff }) => (await (words === '' ? staff?.newest?.(ctx, FEW) : staff?.search?.(ctx, words, FEW))) ?? [],
    ),
  );
  return found.flat();
}
