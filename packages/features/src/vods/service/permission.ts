import type { RecordingPermission } from '@tally/contract';
import { lockOn } from '@tally/infra/db';
import { AppError, type Ctx, say } from '@tally/kernel';
import { listLinkedAccounts } from '../../connections/index.ts';
import { changeKeepers } from '../store/keepers.ts';
import { changeRecording, lockRecording } from '../store/recordings.ts';
import { deleteRefusal, isRefused, listHeld, putRefusal } from '../store/refusals.ts';
import { notifyOwners } from './notify-owners.ts';
import { expire } from './sweep.ts';

/** Recordings are kept from this platform only. */
const platform = 'kick';

async function findOwnChannel(
  ctx: Ctx,
): Promise<{ platform: typeof platform; channelId: string; name: string } | null> {
  if (ctx.caller.kind !== 'user') return null;
  const [account] = await listLinkedAccounts(ctx, [ctx.caller.userId], [platform]);
  if (!account) return null;
  return { platform, channelId: account.accountId, name: account.displayName ?? account.username ?? account.accountId };
}

/** Null if no Kick account is linked. */
export async function readPermission(ctx: Ctx): Promise<RecordingPermission | null> {
  const channel = await findOwnChannel(ctx);
  if (!channel) return null;
  const { name, ...of } = channel;
  const [isWithdrawn, held] = await Promise.all([isRefused(ctx.db, of), listHeld(ctx.db, of)]);
  return { platform, streamerUserName: name, isAllowed: !isWithdrawn, copies: held.length };
}

/** Changes a streamer's permission. Withdrawing it deletes every copy, for all servers, before this returns. */
export async function changePermission(ctx: Ctx, isAllowed: boolean): Promise<string> {
  const channel = await findOwnChannel(ctx);
  if (!channel) throw new AppError('notFound');
  const { platform: of, channelId } = channel;
  await ctx.db.transaction(async (tx) => {
    // If a stream ends at this moment, its recording is either found below or refused.
    await lockPermission(tx, channelId);
    if (isAllowed) await deleteRefusal(tx, { platform: of, channelId });
    else await withdraw(ctx, tx, channelId);
  });
  await expire(ctx);
  return say(ctx.locale, isAllowed ? 'vods.permissionGiven' : 'vods.permissionWithdrawn');
}

export const lockPermission = async (tx: Ctx['db'], channelId: string): Promise<void> =>
  await lockOn(tx, `recordings of ${channelId}`);

async function withdraw(ctx: Ctx, tx: Ctx['db'], channelId: string): Promise<void> {
  await putRefusal(tx, { platform, channelId }, ctx.clock.now());
  for (const recordingId of await listHeld(tx, { platform, channelId })) {
    await lockRecording(tx, recordingId);
    await notifyOwners(ctx, tx, { recordingId, reason: 'withdrawn' });
    await changeRecording(tx, recordingId, { reason: 'withdrawn' });
    await changeKeepers(tx, recordingId, { reason: 'withdrawn' });
  }
}
