import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, isNull } from '@tally/infra/sql';
import { keepers, recordings, refusals } from '../tables.ts';

interface Channel {
  readonly platform: Platform;
  readonly channelId: string;
}

const isOf = ({ platform, channelId }: Channel) =>
  and(eq(refusals.platform, platform), eq(refusals.channelId, channelId));

export const isRefused = async (db: Db, channel: Channel): Promise<boolean> =>
  (await db.$count(refusals, isOf(channel))) > 0;

export const putRefusal = async (tx: Db, channel: Channel, refusedAt: Date): Promise<void> =>
  void (await tx
    .insert(refusals)
    .values({ ...channel, refusedAt })
    .onConflictDoNothing());

export const deleteRefusal = async (tx: Db, channel: Channel): Promise<void> =>
  void (await tx.delete(refusals).where(isOf(channel)));

const isHeld = ({ platform, channelId }: Channel) =>
  and(
    eq(recordings.platform, platform),
    eq(recordings.channelId, channelId),
    inArray(recordings.state, ['waiting', 'saving', 'kept']),
    isNull(keepers.reason),
  );

/** Lists this channel's recordings that a server has or is about to have. */
export async function listHeld(db: Db, channel: Channel): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: recordings.id })
    .from(recordings)
    .innerJoin(keepers, eq(keepers.recordingId, recordings.id))
    .where(isHeld(channel));
  return rows.map(({ id }) => id);
}
