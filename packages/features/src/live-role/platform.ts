import type { Ctx, PlatformEvent } from '@tally/kernel';
import { streamIsOn, streamIsOver } from './service/streamers.ts';

/** Roles follow streams; videos and new names change nobody's role. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
    case 'update':
      return streamIsOn(ctx, event);
    case 'end':
      return streamIsOver(ctx, event);
    case 'video':
    case 'renamed':
      return;
    default:
      return event satisfies never;
  }
}
