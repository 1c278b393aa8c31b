import type { DeliveryReason, Override, QuietHours, RoleId } from '@tally/contract';
import { minutes } from '@tally/kernel';
import type { Decision, Outcome } from './decide.ts';

export interface ServerRules {
  readonly overrides: readonly Override[];
  readonly onlyOverrides: boolean;
  readonly quietHours: QuietHours | null;
}

/** An earlier decision that still holds or has just expired. */
export interface Hold {
  readonly decision: Decision;
  readonly until: Date;
}

export interface Verdict {
  /** The winning override, with its channel, ping or publishing. */
  readonly decision: Decision | null;
  /** Why the stream is not announced. Null if it is announced. */
  readonly skip: Extract<DeliveryReason, 'override' | 'onlyOverrides'> | null;
  /** Set during quiet hours, when posts are dropped or held for the digest. */
  readonly quiet: QuietHours['mode'] | null;
  /** True if an override depends on a category that is still unknown. Waiting is better than an unwanted post. */
  readonly awaitsCategory: boolean;
  /** A new decision that holds for a while and must be stored. */
  readonly newHold: Hold | null;
}

export const noRules: ServerRules = { overrides: [], onlyOverrides: false, quietHours: null };

/**
 * Pure. `isQuiet` is passed in and memoized, because a fan-out calls it a hundred thousand times for a few distinct
 * answers.
 */
export function judge(about: {
  server: Pick<ServerRules, 'onlyOverrides' | 'quietHours'>;
  outcome: Outcome;
  hold: Hold | null;
  now: Date;
  isQuiet: (quiet: QuietHours) => boolean;
}): Verdict {
  const { server, outcome, hold, now } = about;
  const isHeld = hold !== null && hold.until > now;
  const decision = isHeld ? hold.decision : outcome.decision;
  const awaits = !isHeld && outcome.awaitsCategory;
  return {
    decision,
    skip: skipOf(server, decision),
    quiet: server.quietHours && about.isQuiet(server.quietHours) ? server.quietHours.mode : null,
    awaitsCategory: awaits,
    newHold: !isHeld && !awaits && decision?.durationMinutes ? holdFrom(decision, decision.durationMinutes, now) : null,
  };
}

function skipOf(server: Pick<ServerRules, 'onlyOverrides'>, decision: Decision | null): Verdict['skip'] {
  if (decision?.actions.includes('cancel')) return 'override';
  return server.onlyOverrides && !decision ? 'onlyOverrides' : null;
}

const holdFrom = (decision: Decision, duration: number, now: Date): Hold => ({
  decision,
  until: new Date(now.getTime() + minutes(duration)),
});

/** Returns whether the message is published in an announcement channel. Null leaves this to the streamer's setting. */
export function publishes(decision: Decision | null): boolean | null {
  if (decision?.actions.includes('dontPublish')) return false;
  return decision?.actions.includes('autoPublish') ? true : null;
}

/** Returns the role that the message pings. Null leaves this to the streamer's setting. */
export function pingOf(decision: Decision): RoleId | 'nobody' | null {
  return decision.actions.includes('dontPing') ? 'nobody' : decision.pingRoleId;
}
