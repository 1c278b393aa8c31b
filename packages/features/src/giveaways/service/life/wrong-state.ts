import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findGiveaway } from '../../store/giveaways.ts';

/** Returns the error for a step that the giveaway's current state does not allow. */
export async function wrongState(ctx: Ctx, db: Db, id: string): Promise<AppError> {
  const row = await findGiveaway(db, id);
  if (!row) return new AppError('giveawayNotFound');
  const because = (key: 'hasNotBegun' | 'runsAlready' | 'pausedAlready' | 'isDrawing') =>
    new AppError('conflict', {}, [say(ctx.locale, `giveaways.${key}`)]);
  switch (row.state) {
    case 'scheduled':
      return because('hasNotBegun');
    case 'running':
      return because('runsAlready');
    case 'paused':
      return because('pausedAlready');
    case 'drawing':
      return because('isDrawing');
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return new AppError('giveawayEnded');
    default:
      return row.state satisfies never;
  }
}
