import type { Ctx, PlatformEvent } from '@tally/kernel';
import { linkedIsOn, linkedIsOver } from './service/linked.ts';
import { streamIsOn, streamIsOver } from './service/streamers.ts';

/** Changes roles when streams start or end. Videos and new names change no role. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
    case 'update':
      await streamIsOn(ctx, event);
      return linkedIsOn(ctx, event);
    case 'end':
      await streamIsOver(ctx, event);
      return linkedIsOver(ctx, event);
    case 'video':
    case 'renamed':
      return;
    default:
      return event satisfies never;
  }
}
