import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import type { ServerId } from '@tally/contract/wire/ids';
import { useLocale, useTranslations } from 'next-intl';
import { isolated } from '../../lib/words/mentions.ts';
import { shownName } from './shown-name.ts';

export interface Stopped<Server> {
  readonly server: Server;
  /** The delivery that *Post it now* sends. */
  readonly deliveryId: string;
  readonly sentence: string;
}

/** Returns live streams that were not posted although nothing blocks them. Several may share one message. */
export function useStopped<Server extends { readonly id: ServerId; readonly live: readonly LiveStreamer[] }>(
  servers: readonly Server[],
): Stopped<Server>[] {
  const t = useTranslations('servers');
  const locale = useLocale();
  return servers.flatMap((server) =>
    groupStopped(server.live).map(({ deliveryId, names }) => {
      const name = new Intl.ListFormat(locale).format(names.map(isolated));
      return { server, deliveryId, sentence: t('notPosted', { name, count: names.length }) };
    }),
  );
}

/** Groups live streams by the message about them. */
export function groupStopped(live: readonly LiveStreamer[]): { deliveryId: string; names: string[] }[] {
  const stopped = live.flatMap((streamer) =>
    streamer.stoppedDelivery === null ? [] : { ...streamer, deliveryId: streamer.stoppedDelivery },
  );
  return [...Map.groupBy(stopped, ({ deliveryId }) => deliveryId)].map(([deliveryId, streamers]) => ({
    deliveryId,
    // Shows one name for a creator who uses it on all platforms.
    names: [...new Set(streamers.map(shownName))],
  }));
}
