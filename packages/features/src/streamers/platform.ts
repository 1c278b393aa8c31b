import type { Ctx, PlatformEvent } from '@tally/kernel';
import { renameStreamers } from './service/rename.ts';

export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'renamed') await renameStreamers(ctx, event);
}
