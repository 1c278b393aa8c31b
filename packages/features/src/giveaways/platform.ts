import type { Ctx, PlatformEvent } from '@tally/kernel';
import { streamIsOn, streamIsOver } from './service/life/follow-stream.ts';

/** Giveaways can begin and end with a stream. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
      return await streamIsOn(ctx, event);
    case 'end':
      return await streamIsOver(ctx, event);
    case 'update':
    case 'video':
    case 'renamed':
      return;
    default:
      return event satisfies never;
  }
}
