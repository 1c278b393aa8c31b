import { type ForgetChoice, type ReplyOf, type safeModeCalls } from '@tally/contract';
import { findLastBackup } from '@tally/infra/backup';
import { leaveSafeMode } from '@tally/infra/safe-mode';
import { AppError, type Ctx, describeToStaff, hours } from '@tally/kernel';
import { countUnposted } from '@tally/pipeline/delivery';

export async function readSafety(ctx: Ctx): Promise<ReplyOf<typeof safeModeCalls.getSafety>> {
  const { safeMode, config, clock } = ctx;
  const before = new Date(clock.now().getTime() - hours(1));
  const last = await findLastBackup(ctx.db);
  return {
    safeMode: safeMode.current,
    isFixed: config.SAFE_MODE === 'true',
    backup: last && { madeAt: last.madeAt, bytes: last.bytes },
    isNightly: config.BACKUP_DIR !== undefined,
    ...(safeMode.current ? await countUnposted(ctx.db, before) : { waiting: 0, olderThanHour: 0 }),
  };
}

export async function leave(ctx: Ctx, forget: ForgetChoice): Promise<void> {
  const { safeMode, config, clock } = ctx;
  // The setting would turn safe mode on again at the next start, so leaving it would not last.
  if (config.SAFE_MODE === 'true') throw new AppError('safeModeFixed');
  if (!safeMode.current) return;
  describeToStaff(ctx, {
    before: { safeMode: safeMode.current.reason, forget: null },
    after: { safeMode: null, forget },
  });
  const now = clock.now();
  const before = { olderThanHour: new Date(now.getTime() - hours(1)), everything: now, nothing: null };
  await leaveSafeMode(ctx.db, before[forget]);
}
