import type { DeliveryReason } from '@tally/contract';
import { hours } from '@tally/kernel';
import type { Settlement } from '../store/line.ts';
import type { Delivery } from '../tables.ts';

/** Discord reveals this limit only when it refuses an edit: https://github.com/discord/discord-api-docs/issues/2258 */
const EDITS_PER_HOUR = 3;
const HOUR_MS = hours(1);

type Paced = Pick<Delivery, 'recentEdits'>;

const ofLastHour = ({ recentEdits }: Paced, now: Date): readonly number[] =>
  recentEdits.filter((at) => at > now.getTime() - HOUR_MS);

/**
 * Returns when a posted message may be edited again, or null if it may be edited now. One edit is reserved for the
 * final text, even if the title changes often before.
 */
export function heldUntil(delivery: Paced, { isLast, now }: { isLast: boolean; now: Date }): Date | null {
  const allowed = isLast ? EDITS_PER_HOUR : EDITS_PER_HOUR - 1;
  const inTheWay = ofLastHour(delivery, now).at(-allowed);
  return inTheWay === undefined ? null : new Date(inTheWay + HOUR_MS);
}

/** Counts an edit only if Discord does: when the message is published, or will be before the edit arrives. */
export const edited = (delivery: Paced & Pick<Delivery, 'publishState'>, now: Date): Pick<Settlement, 'recentEdits'> =>
  isPublished(delivery) ? { recentEdits: [...ofLastHour(delivery, now), now.getTime()] } : {};

const isPublished = ({ publishState }: Pick<Delivery, 'publishState'>): boolean =>
  publishState === 'done' || publishState === 'due';

/** Discord's count covers all processes, so it may be higher than ours. */
export const usedUp = (until: Date): Pick<Settlement, 'recentEdits'> => ({
  recentEdits: Array.from({ length: EDITS_PER_HOUR }, () => until.getTime() - HOUR_MS),
});

/** These reasons describe the original post and stay true after edits. */
const ofPosting: ReadonlySet<DeliveryReason | null> = new Set(['pingsNobody', 'publishLimit']);
export const isOfPosting = ({ reason }: Pick<Delivery, 'reason'>): boolean => ofPosting.has(reason);

/** Postpones the edit. The journal shows the reason and the end of the wait in the reader's own time zone. */
export const held = (delivery: Pick<Delivery, 'reason'>, until: Date): Settlement => ({
  ...(isOfPosting(delivery)
    ? {}
    : { reason: 'editLimit', reasonValues: { at: `<t:${Math.ceil(until.getTime() / 1000)}:t>` } }),
  nextAttemptAt: until,
});
