import type { RecordingReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { bytesOf, refuse } from '../match.ts';
import { changeKeepers, listKeepers } from '../store/keepers.ts';
import { changeRecording, sumSpace, sumSpaceOf } from '../store/recordings.ts';
import { notifyOwners } from './notify-owners.ts';

/**
 * Returns whether there is room for this many bytes, and reserves them. A server without space does not get the
 * recording, but others do.
 */
export async function admit(ctx: Ctx, recordingId: string, reckonedBytes: number): Promise<RecordingReason | null> {
  const { RECORDINGS_GB, RECORDINGS_GB_PER_SERVER, RECORDINGS_FREE_GB } = ctx.config;
  const freeBytes = await ctx.files.freeBytes();
  return await ctx.db.transaction(async (tx) => {
    const wanting = (await listKeepers(tx, [recordingId])).filter(({ reason }) => reason === null);
    if (wanting.length === 0) return 'removed';
    const used = await sumSpaceOf(
      tx,
      wanting.map(({ serverId }) => serverId),
      recordingId,
    );
    const full = wanting
      .map(({ serverId }) => serverId)
      .filter((serverId) => (used.get(serverId) ?? 0) + reckonedBytes > bytesOf(RECORDINGS_GB_PER_SERVER));
    if (full.length > 0) {
      await changeKeepers(tx, recordingId, { reason: 'serverSpace' }, full);
      await notifyOwners(ctx, tx, { recordingId, reason: 'serverSpace', serverIds: full });
    }
    if (full.length === wanting.length) return 'serverSpace';
    const refused = refuse({
      reckonedBytes,
      usedBytes: await sumSpace(tx, recordingId),
      mostBytes: bytesOf(RECORDINGS_GB),
      freeBytes,
      keptFreeBytes: bytesOf(RECORDINGS_FREE_GB),
    });
    if (refused === null) await changeRecording(tx, recordingId, { reckonedBytes });
    return refused;
  });
}
