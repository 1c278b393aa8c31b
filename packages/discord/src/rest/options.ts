import type { Share } from '@tally/infra/budgets';
import type { SafeModeDoor } from '@tally/infra/safe-mode';
import type { Timers, TracedCall, UpstreamError } from '@tally/kernel';
import type { AddRefused } from './breaker.ts';

/** Discord counts the calls of a bot by its token, and all others by the address that they come from. */
export type LaneName = 'bot' | 'webhook';

export interface RestOptions {
  /** `https://discord.com/api`, or the simulated world. */
  readonly apiUrl: string;
  readonly token: string;
  /** `DiscordBot (<url>, <version>)`: without it Discord's edge refuses the call (40333). */
  readonly userAgent: string;
  /** Calls a second with the bot token; null is no limit, for benches against the simulated world. */
  readonly perSecond?: number | null;
  /** Calls a second without it (webhooks, logins): Discord counts those by IP address. */
  readonly openPerSecond?: number | null;
  /** This process's share of a limit; without it the process keeps the whole limit for itself. */
  readonly shareOf?: (lane: LaneName, limit: number) => Share;
  readonly addRefused?: AddRefused;
  /** Discord has counted more calls of this lane than the limit that our processes share. */
  readonly onOverdrawn?: (lane: LaneName) => void;
  /** How long a call may wait for a limit before it fails as `limited`. */
  readonly patienceMs?: number;
  readonly timeoutMs?: number;
  /** Invalid requests in ten minutes after which we stop; Discord bans the whole IP address at 10,000. */
  readonly invalidLimit?: number;
  /** In safe mode, calls that change anything are refused. */
  readonly safeMode?: Pick<SafeModeDoor, 'current'>;
  readonly timers?: Timers;
  readonly watch?: RestWatch;
}

/** For metrics: the caller decides what to count. */
export interface RestWatch {
  /** One call of ours, with all its waiting time. */
  onCall?(call: { name: string; outcome: 'ok' | UpstreamError['kind']; ms: number }): void;
  /** One HTTP call, when its turn has come. Handles a rejected `status`. */
  onSent?(call: TracedCall): void;
  onRateLimit?(limit: { route: string; isGlobal: boolean; scope: string; retryAfterMs: number }): void;
}
