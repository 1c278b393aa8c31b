import type { Timers, UpstreamError } from '@tally/kernel';

export interface RestOptions {
  /** `https://discord.com/api`, the simulated world, or a proxy that enforces the limits for several processes. */
  readonly apiUrl: string;
  readonly token: string;
  /** `DiscordBot (<url>, <version>)`: without it Discord's edge refuses the call (40333). */
  readonly userAgent: string;
  /** Calls a second with the bot token; null leaves the limits to a proxy. */
  readonly perSecond?: number | null;
  /** Calls a second without it (webhooks, logins): Discord counts those by IP address. */
  readonly openPerSecond?: number | null;
  /** How long a call may wait for a limit before it fails as `limited`. */
  readonly patienceMs?: number;
  readonly timeoutMs?: number;
  /** Invalid requests in ten minutes after which we stop; Discord bans the whole IP address at 10,000. */
  readonly invalidLimit?: number;
  readonly timers?: Timers;
  readonly watch?: RestWatch;
}

/** For metrics: the caller decides what to count. */
export interface RestWatch {
  /** One call of ours, with all its waiting. */
  onCall?(call: { name: string; outcome: 'ok' | UpstreamError['kind']; ms: number }): void;
  /** One answer of Discord; a retried call has several. */
  onAnswer?(answer: { method: string; status: number; ms: number }): void;
  onRateLimit?(limit: { route: string; isGlobal: boolean; scope: string; retryAfterMs: number }): void;
}
