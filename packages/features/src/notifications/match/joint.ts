import type { ChannelId, DeliveryReason, Platform } from '@tally/contract';
import type { StreamSession } from '@tally/kernel';
import type { StreamerRow } from '../../streamers/index.ts';
import type { Decided } from '../service/announce/rules.ts';
import type { CreatorRow } from '../tables.ts';
import { isCooling, type Match, matchLive } from './single.ts';

/** The creator's last broadcast when the next platform goes live. */
export interface Standing {
  readonly openedAt: Date;
  /** True while at least one of its platforms is live. */
  readonly isOn: boolean;
  readonly channelId: ChannelId;
  /** True if its message was skipped, so the broadcast is not announced yet. */
  readonly isUntold: boolean;
}

/** What to do with a platform that goes live. */
export type Step = { readonly kind: 'open' } | { readonly kind: 'join' } | Extract<Match, { kind: 'skip' }>;

export interface Question {
  readonly member: StreamerRow;
  readonly creator: Pick<CreatorRow, 'notificationChannelId' | 'pingRoleId'>;
  readonly session: StreamSession;
  readonly verdict: Decided['verdict'];
  readonly standing: Standing | null;
  /** When this member was last announced separately. */
  readonly lastAloneAt: Date | null;
  readonly now: Date;
}

/**
 * Decides what happens when a platform goes live. It joins the current broadcast, or the last one within its cooldown;
 * otherwise it starts a new one. A platform that would not be announced alone is left out.
 */
export function stepFor(about: Question): Step {
  const { member, session, verdict, standing, now } = about;
  if (session.endedAt) return skip('streamEndedFirst');
  const joins =
    standing && (standing.isOn || (!standing.isUntold && isCooling(member.settings, standing.openedAt, now)));
  if (!joins) {
    const match = matchAsMember(about);
    return match.kind === 'send' ? { kind: 'open' } : match;
  }
  // An edited message does not ping and stays in its channel.
  const streamer = inRoom(member, standing.channelId);
  const match = matchLive({ streamer, session, verdict: { ...verdict, quiet: null }, lastPostedAt: null, now });
  return match.kind === 'send' ? { kind: 'join' } : match;
}

const skip = (reason: DeliveryReason) => ({ kind: 'skip', reason }) as const;

/** Returns whether this platform's stream may trigger the creator's message. */
export function matchAsMember(about: Omit<Question, 'standing'>): Match {
  const { member, creator, session, verdict, lastAloneAt, now } = about;
  const streamer = inRoom(member, creator.notificationChannelId);
  return matchLive({ streamer, session, verdict, lastPostedAt: lastAloneAt, now });
}

/** A problem with a streamer's own channel matters only if the message goes there. */
const isAboutPlace = ({ pauseReason }: StreamerRow): boolean =>
  pauseReason === 'permissions' || pauseReason === 'channelGone';

export const inRoom = (member: StreamerRow, channelId: ChannelId | null): StreamerRow =>
  channelId
    ? {
        ...member,
        settings: { ...member.settings, notificationChannelId: channelId },
        pauseReason: isAboutPlace(member) ? null : member.pauseReason,
      }
    : member;

/** Sorts preferred platforms first. The others follow in the order in which they went live. */
export function byPlatform<T extends { readonly platform: Platform }>(
  list: readonly T[],
  order: readonly Platform[],
): T[] {
  const rank = ({ platform }: T): number => (order.includes(platform) ? order.indexOf(platform) : order.length);
  return list.toSorted((one, other) => rank(one) - rank(other));
}

/** Merges several streams: the texts come from the first, the times and viewers from all. */
export function merge(sessions: readonly [StreamSession, ...StreamSession[]]): StreamSession {
  const [leader] = sessions;
  const times = (read: (session: StreamSession) => Date | null) =>
    sessions.flatMap((each) => read(each)?.getTime() ?? []);
  const ends = times((session) => session.endedAt);
  const viewers = sessions.flatMap((session) => session.details.viewers ?? []);
  return {
    ...leader,
    details: { ...leader.details, viewers: viewers.length > 0 ? viewers.reduce((sum, each) => sum + each, 0) : null },
    startedAt: new Date(Math.min(...times((session) => session.startedAt))),
    endedAt: ends.length === sessions.length ? new Date(Math.max(...ends)) : null,
    // The same people may watch on two platforms, so adding the peaks would count them twice.
    peakViewers: highest(sessions.map((session) => session.peakViewers)),
    averageViewers: highest(sessions.map((session) => session.averageViewers)),
  };
}

function highest(numbers: readonly (number | null)[]): number | null {
  const known = numbers.flatMap((number) => number ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** Each broadcast has one message and one end. */
export const broadcastKey = (broadcastId: string): string => `live creator ${broadcastId}`;
export const broadcastEndKey = (broadcastId: string): string => `${broadcastKey(broadcastId)} end`;
