import type { ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { listPeopleWho } from '../../../grants/index.ts';
import { listLeadersFor } from '../../../teams/index.ts';
import { findRoom, findRoomNamed, listOpenRooms } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';

/** The bits of Administrator and Manage Server: https://docs.discord.com/developers/topics/permissions */
const MANAGE = 0x8n | 0x20n;
const MOST_ASKED = 20;

interface Where {
  readonly userId: UserId;
  readonly serverId: ServerId | null;
  readonly typed: string;
}

/**
 * Finds the room with this name. Without a name, it is the person's own room, one they help with, or the room of a
 * manager of the server.
 */
export async function chooseRoom(ctx: Ctx, { userId, serverId, typed }: Where): Promise<RoomRow> {
  if (typed !== '') return opened(await findRoomNamed(ctx.db, typed));
  const leaders = await listLeadersFor(ctx, { userId, flag: 'ManageMediaShare' });
  const managers = serverId ? await listPeopleWho(ctx.db, { serverId, mayAnyOf: MANAGE, limit: MOST_ASKED }) : [];
  for (const ownerId of new Set([userId, ...leaders.map(({ leaderId }) => leaderId), ...managers])) {
    const room = await findRoom(ctx.db, ownerId);
    if (room?.enabled) return room;
  }
  throw new AppError('mediaWhose');
}

function opened(room: RoomRow | null): RoomRow {
  if (!room || room.enabled === null) throw new AppError('mediaRoomNotFound');
  return room;
}

const PROPOSED = 25;

export async function proposeRooms(ctx: Ctx, typed: string): Promise<{ name: string; value: string }[]> {
  const rows = await listOpenRooms(ctx.db, { letters: typed.trim().slice(0, 100), limit: PROPOSED });
  return rows.map(({ name }) => ({ name: name.slice(0, 100), value: name.slice(0, 100) }));
}
