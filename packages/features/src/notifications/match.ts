import type { ChannelId, DeliveryReason } from '@tally/contract';
import { minutes, type StreamSession } from '@tally/kernel';
import type { StreamerRow, StreamerSettings } from './tables.ts';

const DEFAULT_COOLDOWN_MINUTES = 60;

export type Match = { readonly kind: 'send' } | { readonly kind: 'skip'; readonly reason: DeliveryReason };

/** Whether a server hears of a stream. Pure; every "no" has a reason that its owner can read. */
export function matchLive(about: {
  streamer: StreamerRow;
  session: StreamSession;
  lastPostedAt: Date | null;
  now: Date;
}): Match {
  const { streamer, session } = about;
  if (streamer.alreadyLiveSession === session.id) return skip('alreadyLiveWhenAdded');
  if (streamer.settings.paused) return skip('paused');
  if (streamer.pauseReason) return skip(streamer.pauseReason === 'planLimit' ? 'planLimit' : 'paused');
  if (!channelFor(streamer)) return skip('noChannel');
  if (!passesCategoryFilter(streamer.settings, session.details.category)) return skip('filter');
  if (isCooling(streamer.settings, about.lastPostedAt, about.now)) return skip('cooldown');
  return { kind: 'send' };
}

const skip = (reason: DeliveryReason): Match => ({ kind: 'skip', reason });

/** Platforms with videos keep two channels, the others one. */
export const channelFor = ({ settings }: Pick<StreamerRow, 'settings'>): ChannelId | null =>
  settings.notificationChannelId ?? settings.liveNotificationChannelId ?? null;

function isCooling(settings: StreamerSettings, lastPostedAt: Date | null, now: Date): boolean {
  if (!lastPostedAt) return false;
  const cooldown = settings.customCoolDownBeforeNextLive ?? DEFAULT_COOLDOWN_MINUTES;
  return now.getTime() - lastPostedAt.getTime() < minutes(cooldown);
}

/** A stream without a category passes: what is missing right after the start must not silence it. */
function passesCategoryFilter(settings: StreamerSettings, category: string | null): boolean {
  const filter = settings.categoryFilter;
  if (!filter?.categories?.length || category === null) return true;
  const isListed = filter.categories.some((each) => each.toLowerCase() === category.toLowerCase());
  return filter.mode === 'whitelist' ? isListed : !isListed;
}

/** One live message per streamer and stream: the delivery's own key. */
export const liveKey = (streamerId: string, sessionId: string): string => `live ${streamerId} ${sessionId}`;
