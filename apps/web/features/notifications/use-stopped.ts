import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import type { GuildListItem } from '@tally/contract/servers/calls';
import { useQueries } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { isolated } from '../../lib/words/mentions.ts';
import { liveQuery } from './api.ts';
import { shownName } from './shown-name.ts';

export interface Stopped<Server> {
  readonly server: Server;
  /** For *Post it now*. */
  readonly deliveryId: string;
  readonly sentence: string;
}

/** Live streams that were not posted although nothing blocks them. Several may share one message. */
export function useStopped<Server extends Pick<GuildListItem, 'id'>>(servers: readonly Server[]): Stopped<Server>[] {
  const t = useTranslations('servers');
  const locale = useLocale();
  const live = useQueries({ queries: servers.map((server) => liveQuery(server.id)) });
  return servers.flatMap((server, index) =>
    groupStopped(live[index]?.data ?? []).map(({ deliveryId, names }) => {
      const name = new Intl.ListFormat(locale).format(names.map(isolated));
      return { server, deliveryId, sentence: t('notPosted', { name, count: names.length }) };
    }),
  );
}

/** By the message that would tell of them. */
export function groupStopped(live: readonly LiveStreamer[]): { deliveryId: string; names: string[] }[] {
  const stopped = live.flatMap((streamer) =>
    streamer.stoppedDelivery === null ? [] : { ...streamer, deliveryId: streamer.stoppedDelivery },
  );
  return [...Map.groupBy(stopped, ({ deliveryId }) => deliveryId)].map(([deliveryId, streamers]) => ({
    deliveryId,
    // A creator with the same name on all platforms is named once.
    names: [...new Set(streamers.map(shownName))],
  }));
}
