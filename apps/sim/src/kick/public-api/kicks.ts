import { answerData, type Call, type Route } from '../call.ts';
import { needPerson } from '../oauth/tokens.ts';
import type { KickWorld } from '../world.ts';
import { readNumber } from './query.ts';

const DAY_MS = 86_400_000;
const spans = { lifetime: Number.POSITIVE_INFINITY, month: 30 * DAY_MS, week: 7 * DAY_MS } as const;
const USUAL_PLACES = 10;
const MOST_PLACES = 100;

/**
 * Kicks are a currency that viewers give. Only the channel itself can read its top givers.
 * https://docs.kick.com/apis/kicks
 */
export function kicksRoutes(world: KickWorld): Route[] {
  return [
    { method: 'GET', path: '/api/public/v1/kicks/leaderboard', run: (call) => answerData(standings(world, call)) },
  ];
}

function standings(world: KickWorld, call: Call): Record<keyof typeof spans, unknown[]> {
  const broadcasterUserId = needPerson(world, call, 'kicks:read');
  const text = call.query.get('top');
  const top = text === null ? USUAL_PLACES : Math.min(readNumber({ top: Number(text) }, 'top'), MOST_PLACES);
  const placesOf = (span: number): unknown[] => {
    const amounts = new Map<number, number>();
    for (const gift of world.kicks) {
      if (gift.broadcasterUserId !== broadcasterUserId || world.doors.now().getTime() - gift.at.getTime() > span)
        continue;
      amounts.set(gift.senderUserId, (amounts.get(gift.senderUserId) ?? 0) + gift.amount);
    }
    return [...amounts]
      .sort(([, left], [, right]) => right - left)
      .slice(0, top)
      .map(([userId, amount], place) => ({
        rank: place + 1,
        user_id: userId,
        username: world.people.get(userId)?.username ?? '',
        gifted_amount: amount,
      }));
  };
  return { lifetime: placesOf(spans.lifetime), month: placesOf(spans.month), week: placesOf(spans.week) };
}
