import type { FileSection, ServerFile, ServerId, StaffWait, UserId } from '@tally/contract';
import { AppError, type Ctx, describeToStaff, requireUser, say, withLocale } from '@tally/kernel';
import { imageUrl, isDev, listNames, localeOfUser, notify } from '../../account/index.ts';
import { lookUntil, startLook } from '../../grants/index.ts';
import { findServer } from '../../servers/index.ts';
import { readBan } from './bans.ts';
import { readDeeds } from './deeds.ts';

/** Staff who are not developers see only tasks about content. */
const ofContent: ReadonlySet<StaffWait['kind']> = new Set(['questions', 'wishes', 'incidents']);

/** Lists open tasks of every feature that the caller may handle, the longest-waiting first. */
export async function listWaits(ctx: Ctx): Promise<StaffWait[]> {
  const found = await Promise.all(ctx.features.map(async ({ staff }) => (await staff?.waits?.(ctx)) ?? []));
  const began = ({ since }: StaffWait): number => since?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const all = isDev(requireUser(ctx).flags);
  return found
    .flat()
    .filter(({ kind }) => all || ofContent.has(kind))
    .toSorted((one, other) => began(one) - began(other));
}

export async function readServerFile(ctx: Ctx, serverId: ServerId): Promise<ServerFile> {
  const row = await findServer(ctx.db, serverId);
  if (!row) throw new AppError('serverNotFound');
  const ownerId = row.ownerId as UserId | null;
  const [names, ban, until, found, record] = await Promise.all([
    listNames(ctx, ownerId ? [ownerId] : []),
    readBan(ctx, 'server', serverId),
    lookUntil(ctx, serverId),
    Promise.all(ctx.features.map(async ({ staff }) => (await staff?.aboutServer?.(ctx, serverId)) ?? [])),
    recordOf(ctx, { serverId }),
  ]);
  describeToStaff(ctx, { serverId });
  return {
    serverId,
    name: row.name,
    icon: imageUrl(ctx.config, 'icons', serverId, row.icon),
    memberCount: row.memberCount,
    joinedAt: row.joinedAt,
    leftAt: row.leftAt,
    owner: ownerId && { userId: ownerId, username: names.get(ownerId) ?? null },
    ban,
    lookUntil: until,
    sections: [...found.flat(), record],
  };
}

export async function sectionsOfPerson(ctx: Ctx, userId: UserId): Promise<FileSection[]> {
  const found = await Promise.all(
    ctx.features.map(async ({ staff }) => (await staff?.aboutPerson?.(ctx, userId)) ?? []),
  );
  return [...found.flat(), await recordOf(ctx, { personId: userId })];
}

const DEEDS_SHOWN = 5;

async function recordOf(ctx: Ctx, about: { personId: UserId } | { serverId: ServerId }): Promise<FileSection> {
  const deeds = await readDeeds(ctx, { ...about, limit: DEEDS_SHOWN });
  return {
    title: say(ctx.locale, 'admin.fileRecord'),
    lines: deeds.map(({ call, username, reason, at }) => ({
      text: say(ctx.locale, 'admin.fileDeed', { who: username ?? '?', call }),
      call,
      note: reason,
      tone: null,
      at,
      href: `/admin/audit?${new URLSearchParams(about).toString()}`,
    })),
  };
}

/** Notifies the server's owner, with the reason, before a staff member sees any data. */
export async function lookAtServer(ctx: Ctx, serverId: ServerId, reason: string): Promise<{ until: Date }> {
  const row = await findServer(ctx.db, serverId);
  if (!row) throw new AppError('serverNotFound');
  describeToStaff(ctx, { serverId });
  const ownerId = row.ownerId as UserId | null;
  if (ownerId && (await listNames(ctx, [ownerId])).has(ownerId)) {
    const locale = await localeOfUser(ctx, ownerId);
    await notify(withLocale(ctx, locale), ownerId, {
      severity: 'info',
      title: say(locale, 'admin.serverLookedAt', { server: row.name }),
      message: say(locale, 'admin.serverLookedAtText', { reason }),
      actionUrl: `/dashboard/server/${serverId}`,
    });
  }
  return { until: await startLook(ctx, serverId) };
}
