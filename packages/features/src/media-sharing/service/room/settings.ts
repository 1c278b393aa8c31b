import { isDeepStrictEqual } from 'node:util';
import {
  type MediaCommandPermission,
  type MediaShare,
  type MediaShareBody,
  MediaShareSettings,
  NO_RECORD,
  type RecordVersion,
  type User,
  type UserId,
} from '@tally/contract';
import { emptyOf } from '@tally/contract/wire/fields';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, versionOf } from '@tally/kernel';
import { personChanged } from '../../../account/index.ts';
import { listHolders } from '../../../teams/index.ts';
import { listBannedNames } from '../../store/bans.ts';
import { insertChange } from '../../store/changes.ts';
import { findRoom, saveSettings } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';
import { subscribeSoon } from '../chat/follow-owner.ts';
import { hashPassword } from './password.ts';
import { inRoom, openRoom } from './room.ts';

const nothingSet = emptyOf(MediaShareSettings);

/** Settings that were never set have the contract's defaults. */
export const settingsOf = (room: Pick<RoomRow, 'settings'> | null): MediaShareSettings => ({
  ...nothingSet,
  ...(room?.settings as Partial<MediaShareSettings> | undefined),
});

interface Settings {
  readonly enabled: boolean | null;
  readonly permissions: readonly MediaCommandPermission[];
  readonly settings: MediaShareSettings;
}

const recorded = (room: RoomRow): Settings & { hasPassword: boolean } => ({
  enabled: room.enabled,
  permissions: room.permissions,
  settings: settingsOf(room),
  hasPassword: room.password !== null,
});

/** Ignores the volume, which changes so often that it would make every open draft outdated. */
function versionOfRoom(room: RoomRow): RecordVersion {
  const { settings, ...rest } = recorded(room);
  const { volume: _, ...others } = settings;
  return versionOf({ ...rest, ...others });
}

/** Returns the room as part of its owner, or null if they have never had one. */
export async function userParts(ctx: Ctx, userId: UserId): Promise<Partial<User>> {
  const room = await findRoom(ctx.db, userId);
  return { mediaShare: room ? await toWire(ctx, room) : null };
}

async function toWire(ctx: Ctx, room: RoomRow): Promise<MediaShare> {
  const [banList, modList] = await Promise.all([
    listBannedNames(ctx.db, room.ownerId),
    listHolders(ctx, { leaderId: room.ownerId, flag: 'ManageMediaShare' }),
  ]);
  const { enabled, permissions, settings, hasPassword } = recorded(room);
  return {
    enabled,
    permissions: [...permissions],
    settings,
    hasPassword,
    banList,
    modList,
    version: versionOfRoom(room),
  };
}

/** Every change of a room's settings goes through here, and is recorded with its author. */
export async function changeShare(ctx: Ctx, ownerId: UserId, body: MediaShareBody): Promise<void> {
  const password = body.password ? await hashPassword(ctx, body.password) : body.password;
  if (body.version !== undefined && body.version !== NO_RECORD && !(await findRoom(ctx.db, ownerId)))
    throw new AppError('changedMeanwhile');
  const isNew = await openRoom(ctx, ownerId);
  await inRoom(ctx, ownerId, async (tx, room) => {
    const isStale = body.version !== undefined && body.version !== (isNew ? NO_RECORD : versionOfRoom(room));
    if (isStale) throw new AppError('changedMeanwhile');
    const { enabled, permissions, settings } = body;
    const former = room.settings as Partial<MediaShareSettings>;
    await saveSettings(tx, ownerId, {
      ...(enabled === undefined ? {} : { enabled }),
      ...(permissions === undefined ? {} : { permissions: onePerCommand(permissions) }),
      ...(settings === undefined ? {} : { settings: settings === null ? {} : { ...former, ...settings } }),
      ...(password === undefined ? {} : { password }),
    });
    await note(ctx, tx, room);
    if (enabled !== undefined && enabled !== room.enabled) await subscribeSoon(ctx, ownerId, tx);
  });
  await personChanged(ctx, ownerId);
}

/** If a command appears twice, its last entry counts. */
const onePerCommand = (list: readonly MediaCommandPermission[]): MediaCommandPermission[] => [
  ...new Map(list.map((each) => [each.command, each])).values(),
];

async function note(ctx: Ctx, tx: Db, before: RoomRow): Promise<void> {
  const after = await findRoom(tx, before.ownerId);
  if (!after) return;
  const [was, is] = [flat(recorded(before)), flat(recorded(after))];
  const differing = Object.keys({ ...was, ...is }).filter((field) => !isDeepStrictEqual(was[field], is[field]));
  if (differing.every((field) => field === 'volume')) return;
  const userId = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  const side = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(differing.map((field) => [field, all[field] ?? null]));
  await insertChange(tx, { ownerId: before.ownerId, userId, at: ctx.clock.now(), before: side(was), after: side(is) });
}

const flat = ({ settings, ...rest }: ReturnType<typeof recorded>): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...settings,
});
