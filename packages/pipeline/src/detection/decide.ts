import type { Snapshot } from '@tally/kernel';
import type { SessionRow } from './tables.ts';

/** A stream that comes back within this time continues the same session and the same message. */
export const OFFLINE_GRACE_MS = 5 * 60_000;
/** How often "offline" must be seen before a stream is over, unless a signed push said so. */
const OBSERVATIONS_TO_END = 2;

export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'open' }
  /** `isNews`: title or category changed, so messages want an edit. */
  | { readonly kind: 'continue'; readonly isNews: boolean }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'replace' }
  | { readonly kind: 'doubt'; readonly observations: number; readonly since: Date }
  | { readonly kind: 'end'; readonly at: Date };

/**
 * What one snapshot means, given what is known of the channel. Pure: everything that can happen to a stream is
 * decided here and nowhere else.
 */
export function decide(about: {
  snapshot: Snapshot;
  open: SessionRow | null;
  latest: SessionRow | null;
  isSigned: boolean;
  now: Date;
}): Decision {
  const { snapshot, open, latest, now } = about;
  switch (snapshot.state) {
    case 'unknown':
      return { kind: 'nothing' };
    case 'offline':
      return open ? decideOffline(open, about.isSigned, now) : { kind: 'nothing' };
    case 'live':
      if (open) return decideLive(open, snapshot, now);
      // A late or repeated "live" of a stream that we have already closed must not announce it again.
      if (latest && isSameStream(latest, snapshot))
        return isRecent(latest, now) ? { kind: 'reopen' } : { kind: 'nothing' };
      return { kind: 'open' };
    default:
      return snapshot satisfies never;
  }
}

function decideOffline(open: SessionRow, isSigned: boolean, now: Date): Decision {
  const since = open.offlineSince ?? now;
  const observations = isSigned ? OBSERVATIONS_TO_END : open.offlineObservations + 1;
  const isOver = observations >= OBSERVATIONS_TO_END && now.getTime() - since.getTime() >= OFFLINE_GRACE_MS;
  return isOver ? { kind: 'end', at: since } : { kind: 'doubt', observations, since };
}

type Live = Extract<Snapshot, { state: 'live' }>;

function decideLive(open: SessionRow, snapshot: Live, now: Date): Decision {
  // Another broadcast after a silence that we did not see the end of, for instance because we were down ourselves.
  if (!isSameStream(open, snapshot) && gap(open.offlineSince ?? open.lastSeenAt, now) > OFFLINE_GRACE_MS) {
    return { kind: 'replace' };
  }
  const { title, category } = snapshot.details;
  const isNews =
    (title !== null && title !== open.details.title) || (category !== null && category !== open.details.category);
  return { kind: 'continue', isNews };
}

function isSameStream(session: SessionRow, snapshot: Live): boolean {
  if (session.streamId && snapshot.streamId) return session.streamId === snapshot.streamId;
  return session.startedAt.getTime() === snapshot.startedAt.getTime();
}

const isRecent = (session: SessionRow, now: Date): boolean =>
  session.endedAt !== null && gap(session.endedAt, now) <= OFFLINE_GRACE_MS;

const gap = (from: Date, to: Date): number => to.getTime() - from.getTime();
