import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import type { Delivery, FanOut, Target } from '@tally/pipeline/delivery';

/** What would be posted now; with `skip`, what still stops it. */
export interface Renewed {
  readonly fanOut: FanOut;
  readonly target: Target;
  readonly name: string;
}

interface JournalHooks {
  /**
   * The bot's permissions in this server were checked, because they changed or were missing. Everything until `seenAt`
   * is included.
   */
  readonly serverChecked?: (ctx: Ctx, server: ServerState, seenAt: Date) => Promise<void>;
  /** Decides a stopped announcement of this feature again, with the current settings; null if the stream has ended. */
  readonly renew?: (ctx: Ctx, delivery: Delivery) => Promise<Renewed | null>;
}

declare module '@tally/kernel' {
  interface Feature extends JournalHooks {}
}
