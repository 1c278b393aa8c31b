import { createHash } from 'node:crypto';
import type { SimClock } from '../../clock.ts';

// These numbers were measured, not documented. https://docs.discord.com/developers/topics/rate-limits says not to
// hard-code them, and the server must not.

export interface BucketRule {
  /** Routes with the same name share a bucket hash. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

interface Window {
  used: number;
  endsAt: number;
}

export interface Taken {
  readonly ok: boolean;
  readonly rule: BucketRule;
  readonly remaining: number;
  readonly resetAt: number;
  readonly resetAfterMs: number;
}

export interface LimitSettings {
  enabled: boolean;
  /** Calls per second for one token. */
  global: number;
  /** Calls per second for one IP address without a token. Null means no limit. */
  address: number | null;
  /** A fault: 30 edits of old messages per hour and channel, as before May 2026. */
  oldEditsByHour: boolean;
}

export interface Limits {
  readonly settings: LimitSettings;
  /** Counts one call against a bucket. */
  take(rule: BucketRule, key: string): Taken;
  /** Returns the milliseconds to wait, or 0 if the call was within the second's allowance. */
  takeGlobal(who: string, allowance: number): number;
  /** Counts an invalid response (401, 403, non-shared 429) of this address. True if Cloudflare would block it. */
  countInvalid(address: string): void;
  isBanned(address: string): boolean;
  invalidCount(address: string): number;
  reset(): void;
}

const INVALID_LIMIT = 10_000;
const TEN_MINUTES = 600_000;
/** Old windows are deleted when there are this many. */
const SWEEP_AT = 50_000;

export const bucketHash = (name: string): string => createHash('md5').update(name).digest('hex');

export function createLimits(clock: SimClock, enabled: boolean): Limits {
  const windows = new Map<string, Window>();
  const settings: LimitSettings = { enabled, global: 50, address: 50, oldEditsByHour: false };

  const use = (key: string, limit: number, windowMs: number): { window: Window; ok: boolean; now: number } => {
    const now = clock.ms();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + windowMs };
      windows.set(key, window);
      if (windows.size > SWEEP_AT) for (const [name, old] of windows) if (old.endsAt <= now) windows.delete(name);
    }
    const ok = window.used < limit;
    if (ok) window.used++;
    return { window, ok, now };
  };
  const invalid = (address: string): Window | undefined => {
    const window = windows.get(`invalid:${address}`);
    return window && window.endsAt > clock.ms() ? window : undefined;
  };

  return {
    settings,
    take(rule, key) {
      const { window, ok, now } = use(`${rule.name}:${key}`, rule.limit, rule.windowMs);
      const resetAfterMs = window.endsAt - now;
      return { ok, rule, remaining: Math.max(0, rule.limit - window.used), resetAt: window.endsAt, resetAfterMs };
    },
    takeGlobal(who, allowance) {
      const { window, ok, now } = use(`global:${who}`, allowance, 1000);
      return ok ? 0 : window.endsAt - now;
    },
    countInvalid: (address) => void use(`invalid:${address}`, Number.MAX_SAFE_INTEGER, TEN_MINUTES),
    isBanned: (address) => (invalid(address)?.used ?? 0) >= INVALID_LIMIT,
    invalidCount: (address) => invalid(address)?.used ?? 0,
    reset: () => windows.clear(),
  };
}
