import { DEFAULT_GRACE, type Grace, graces, LAST_GRACE, minutes, type Pushed, type Snapshot } from '@tally/kernel';
import type { SessionRow } from '../tables.ts';

export const OFFLINE_GRACE_MS = minutes(DEFAULT_GRACE);
/** A stream that returns within this time continues for servers that were not notified of its end. */
const SAME_STREAM_MS = minutes(LAST_GRACE);
/** How many times a platform must report "offline" before a stream ends, unless it pushed a signed end. */
const OBSERVATIONS_TO_END = 2;
/**
 * Platforms respond from caches: Helix lags a minute or two after a start or an end. For this long a signed push
 * outweighs a response. https://dev.twitch.tv/docs/api/reference#get-streams
 */
const PUSH_OUTWEIGHS_MS = minutes(2);

/** The grace periods whose servers are notified of the end now, and when the next one is due. */
export interface Ends {
  readonly told: readonly Grace[];
  readonly nextAt: Date | null;
  /** True if all servers have been notified, so the session is closed for good. */
  readonly isLast: boolean;
}

export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'open' }
  /** `needsEdit` is true if title, category or URL changed, or if some servers were notified of an end. */
  | { readonly kind: 'continue'; readonly needsEdit: boolean }
  | { readonly kind: 'reopen' }
  /** Another stream began. The old one ends for all servers that were not notified of its end yet. */
  | { readonly kind: 'replace'; readonly told: readonly Grace[]; readonly at: Date }
  /**
   * Another stream began. It is new for servers that count a stream as over immediately. For the others it continues
   * the old one.
   */
  | { readonly kind: 'follow' }
  | { readonly kind: 'doubt'; readonly observations: number; readonly since: Date }
  | { readonly kind: 'silent'; readonly since: Date; readonly observations: number; readonly ends: Ends };

/** A snapshot and its source. */
export interface Observation {
  readonly snapshot: Snapshot;
  /** True if the platform pushed it. */
  readonly isSigned: boolean;
  /** When the event happened by the platform's clock. Only pushes have this time. */
  readonly occurredAt?: Date | undefined;
  /** The push itself, or the push that caused our request. */
  readonly pushed?: Pushed | undefined;
}

interface Case extends Observation {
  readonly open: SessionRow | null;
  readonly latest: SessionRow | null;
  readonly now: Date;
}

/**
 * Decides what one snapshot means, given what we know of the channel. All transitions of a stream are decided in this
 * pure function.
 */
export function decide(about: Case): Decision {
  const { snapshot, open, latest } = about;
  if (latest && isOvertaken(latest, about)) return { kind: 'nothing' };
  switch (snapshot.state) {
    case 'unknown':
      return { kind: 'nothing' };
    case 'offline':
      return open ? decideOffline(open, about) : { kind: 'nothing' };
    case 'live':
      if (open) return decideWhileOpen(open, snapshot, about);
      // A late or repeated "live" for a closed stream must not announce it again.
      if (latest && isSameStream(latest, snapshot)) return decideAgain(latest, about);
      return { kind: 'open' };
    default:
      return snapshot satisfies never;
  }
}

/** Pushes arrive in any order. One that is older than the last push we handled is ignored. */
const isOvertaken = (session: SessionRow, { isSigned, occurredAt }: Case): boolean =>
  isSigned && occurredAt !== undefined && session.hintedAt !== null && occurredAt < session.hintedAt;

function decideOffline(open: SessionRow, about: Case): Decision {
  const { now, isSigned, occurredAt } = about;
  // The push is outdated, because we have seen the stream live since.
  if (isSigned && occurredAt && gap(occurredAt, open.lastSeenAt) > PUSH_OUTWEIGHS_MS) return { kind: 'nothing' };
  if (!isSigned && open.offlineSince === null && isFresh(open.hintedAt, now)) return { kind: 'nothing' };
  // From here on only the clock ends the stream, one grace period after another.
  if (open.graceTold !== null) return { kind: 'nothing' };
  const since = open.offlineSince ?? now;
  const observations = isSigned ? OBSERVATIONS_TO_END : open.offlineObservations + 1;
  if (observations < OBSERVATIONS_TO_END) return { kind: 'doubt', observations, since };
  return { kind: 'silent', since, observations, ends: endsOf({ since, told: null, now }) };
}

type Live = Extract<Snapshot, { state: 'live' }>;

function decideWhileOpen(open: SessionRow, snapshot: Live, about: Case): Decision {
  const { now, isSigned } = about;
  const isSame = isSameStream(open, snapshot);
  // The end was pushed, and this response still comes from a cache.
  if (!isSigned && isSame && open.graceTold !== null && isFresh(open.hintedAt, now)) return { kind: 'nothing' };
  const missedSince = open.offlineSince ?? open.lastSeenAt;
  // Another broadcast after a gap. We missed the previous end, for example because we were down.
  if (!isSame && gap(missedSince, now) > SAME_STREAM_MS) {
    return { kind: 'replace', told: graces.filter((grace) => grace > (open.graceTold ?? -1)), at: missedSince };
  }
  if (open.graceTold !== null && isLaterStream(open, snapshot)) return { kind: 'follow' };
  const { title, category } = snapshot.details;
  const needsEdit =
    open.graceTold !== null ||
    (!isSame && snapshot.url !== open.url) ||
    (title !== null && title !== open.details.title) ||
    (category !== null && category !== open.details.category);
  return { kind: 'continue', needsEdit };
}

/** Handles a stream that looks live again. A response means that it continues; a push may just be late. */
function decideAgain(latest: SessionRow, { isSigned, now }: Case): Decision {
  const isRecent = latest.endedAt !== null && gap(latest.endedAt, now) <= SAME_STREAM_MS;
  return isRecent || !isSigned ? { kind: 'reopen' } : { kind: 'nothing' };
}

/**
 * Returns the grace periods that have run out. Servers with the shortest grace period are notified first, the others if
 * the silence continues.
 */
export function endsOf({ since, told, now }: { since: Date; told: number | null; now: Date }): Ends {
  const left = graces.filter((grace) => grace > (told ?? -1));
  const due = left.filter((grace) => grace === 0 || gap(since, now) >= minutes(grace));
  const next = left[due.length];
  return {
    told: due,
    nextAt: next === undefined ? null : new Date(since.getTime() + minutes(next)),
    isLast: next === undefined,
  };
}

/** A session may have resumed under another stream id of the platform. The latest id counts. */
export function isSameStream(session: SessionRow, snapshot: Live): boolean {
  if (session.streamId && snapshot.streamId) return session.streamId === snapshot.streamId;
  return (session.resumedAt ?? session.startedAt).getTime() === snapshot.startedAt.getTime();
}

/** The push of a start may not name a stream. Its start time then distinguishes it from the previous stream. */
const isLaterStream = (session: SessionRow, snapshot: Live): boolean =>
  !isSameStream(session, snapshot) &&
  snapshot.startedAt > session.startedAt &&
  snapshot.startedAt > (session.resumedAt ?? session.startedAt);

const isFresh = (hintedAt: Date | null, now: Date): boolean =>
  hintedAt !== null && gap(hintedAt, now) < PUSH_OUTWEIGHS_MS;

const gap = (from: Date, to: Date): number => to.getTime() - from.getTime();
