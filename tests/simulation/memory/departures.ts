import type * as Store from '../../../packages/pipeline/src/delivery/store/departures.ts';
import { nonceOf } from '../world/owner.ts';
import { statement } from './database.ts';

export const rememberDepartures = (async (db, departures, now) => {
  if (departures.length === 0) return new Set<string>();
  return await statement(db, 'rememberDepartures', (view) => {
    const byId = new Map(departures.map((each) => [each.delivery.id, each]));
    const kept = view.update(
      (row) => byId.get(row.id)?.delivery.fence === row.fence,
      (row) => {
        const departure = byId.get(row.id) as Store.Departure;
        const { payload, identity, publish, thread, isNew } = departure;
        return {
          nonce: nonceOf(row.dedupeKey),
          sent: payload,
          identity,
          publish,
          thread,
          attemptVersion: departure.delivery.version,
          ...(isNew ? { lane: departure.lane } : {}),
          ...(isNew && !row.inDoubtSince
            ? { inDoubtSince: now, sightedId: null, sightedGone: false, seenAt: null }
            : {}),
        };
      },
    );
    return new Set(kept.map(({ id }) => id));
  });
}) satisfies typeof Store.rememberDepartures;
