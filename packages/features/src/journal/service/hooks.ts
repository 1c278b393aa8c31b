import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import type { Delivery, FanOut, Target } from '@tally/pipeline/delivery';

/** What would be posted now. A `skip` names the reason that still prevents it. */
export interface Renewed {
  readonly fanOut: FanOut;
  readonly target: Target;
  readonly name: string;
}

interface JournalHooks {
  /** Runs after the bot's permissions in a server were checked. The check covers every change until `seenAt`. */
  readonly serverChecked?: (ctx: Ctx, server: ServerState, seenAt: Date) => Promise<void>;
  /**
   * Decides about a stopped announcement of this feature again, with the current settings. Returns null if the stream
   * has ended.
   */
  readonly renew?: (ctx: Ctx, delivery: Delivery) => Promise<Renewed | null>;
}

declare module '@tally/kernel' {
  interface Feature extends JournalHooks {}
}
