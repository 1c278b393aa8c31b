import type { RecordingReason, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { listKeepers } from '../store/keepers.ts';

/** Reasons that owners are not notified of: they apply to every such stream, or the copy is no longer wanted. */
const known: ReadonlySet<RecordingReason> = new Set([
  'platform',
  'blocked',
  'gone',
  'tooManyStreamers',
  'expired',
  'removed',
]);

/** Notifies owners who expect a copy that there will be none. */
export async function notifyOwners(
  ctx: Ctx,
  tx: Db,
  about: { readonly recordingId: string; readonly reason: RecordingReason; readonly serverIds?: readonly ServerId[] },
): Promise<void> {
  const { recordingId, reason, serverIds } = about;
  if (known.has(reason)) return;
  for (const keeper of await listKeepers(tx, [recordingId])) {
    const isAsked = serverIds ? serverIds.includes(keeper.serverId) : keeper.reason === null;
    if (!isAsked) continue;
    const trouble = {
      reason: 'recordingNotSaved',
      details: { streamer: keeper.streamerName, why: { say: `vods.${reason}` } },
      action: { kind: 'openPage', path: '/vods', targetId: null },
    } as const;
    await report(ctx, keeper.serverId, trouble, tx);
  }
}
