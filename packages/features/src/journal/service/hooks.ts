import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import type { Delivery, FanOut, Target } from '@tally/pipeline/delivery';

/** What would be posted now; with `skip`, the reason that still prevents it. */
export interface Renewed {
  readonly fanOut: FanOut;
  readonly target: Target;
  readonly name: string;
}

interface JournalHooks {
  /**
   * The bot's permissions in this server were checked, because they changed or were missing. Includes everything until
   * `seenAt`.
   */
  readonly serverChecked?: (ctx: Ctx, server: ServerState, seenAt: Date) => Promise<void>;
  /**
   * Decides again about a stopped announcement of this feature, with the current settings; null if the stream has
   * ended.
   */
  readonly renew?: (ctx: Ctx, delivery: Delivery) => Promise<Renewed | null>;
}

declare module '@tally/kernel' {
  interface Feature extends JournalHooks {}
}
