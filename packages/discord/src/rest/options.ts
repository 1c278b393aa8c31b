import type { Share } from '@tally/infra/budgets';
import type { SafeModeDoor } from '@tally/infra/safe-mode';
import type { Timers, TracedCall, UpstreamError } from '@tally/kernel';
import type { AddRefused } from './breaker.ts';

/** Discord counts the calls of a bot by its token, and all others by their IP address. */
export type LaneName = 'bot' | 'webhook';

export interface RestOptions {
  /** `https://discord.com/api`, or the simulated world. */
  readonly apiUrl: string;
  readonly token: string;
  /** `DiscordBot (<url>, <version>)`, without which Discord's edge refuses the call (40333). */
  readonly userAgent: string;
  /** Calls per second with the bot token. Null removes the limit, for benches against the simulated world. */
  readonly perSecond?: number | null;
  /** Calls per second without the bot token (webhooks, logins). Discord counts those by IP address. */
  readonly openPerSecond?: number | null;
  /** This process's share of a limit. Without this function, the process uses the whole limit. */
  readonly shareOf?: (lane: LaneName, limit: number) => Share;
  readonly addRefused?: AddRefused;
  /** Called when Discord has counted more calls of this lane than the limit that our processes share. */
  readonly onOverdrawn?: (lane: LaneName) => void;
  /** How long a call may wait for a limit before it fails as `limited`. */
  readonly patienceMs?: number;
  readonly timeoutMs?: number;
  /** After this many invalid requests in ten minutes we stop. Discord bans the whole IP address at 10,000. */
  readonly invalidLimit?: number;
  /** In safe mode, calls that change data are refused. */
  readonly safeMode?: Pick<SafeModeDoor, 'current'>;
  readonly timers?: Timers;
  readonly watch?: RestWatch;
}

/** Hooks for metrics. The caller decides what to count. */
export interface RestWatch {
  /** Called once per call, including all its waiting time. */
  onCall?(call: { name: string; outcome: 'ok' | UpstreamError['kind']; ms: number }): void;
  /** Called for each HTTP call when it is sent. Handles a rejected `status`. */
  onSent?(call: TracedCall): void;
  onRateLimit?(limit: { route: string; isGlobal: boolean; scope: string; retryAfterMs: number }): void;
}
