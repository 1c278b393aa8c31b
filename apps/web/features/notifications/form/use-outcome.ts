'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { plainMentions } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { toast } from '../../../shell/toast.ts';
import { createApart } from '../../../shell/use-create.ts';
import { postNow, sendTest, streamerJournalQuery } from '../api.ts';
import { channelOf } from '../channel-of.ts';
import { shownName } from '../shown-name.ts';

/** Announces the result after the form closes, with buttons for the next streamer, a test or the current stream. */
export function useOutcome(serverId: ServerId, discord: Parameters<typeof plainMentions>[1] | undefined) {
  const t = useTranslations('notifications');
  const words = useTranslations('ui');
  const client = useQueryClient();
  // Failures need no handler, because the mutation cache reports them.
  const press = (work: Promise<string>) =>
    void work.then(
      (sentence) => void toast('success', { title: plainMentions(sentence, discord ?? {}) }),
      () => undefined,
    );
  const test = (streamer: Streamer) => press(createApart(client, sendTest(client), { streamer }));

  /** Finds the message about a stream that was live before its streamer was added. */
  const findStopped = async (added: Streamer): Promise<string | null> => {
    if (!added.isCurrentlyLive) return null;
    const address = { serverId, platform: added.platform, name: addressOf(added) };
    const journal = await client.fetchQuery({ ...streamerJournalQuery(address), staleTime: 0 }).catch(() => null);
    return journal?.rows.find((row) => row.kind === 'live' && row.canBePosted)?.id ?? null;
  };

  const sayOne = async (added: Streamer, withTest: boolean): Promise<void> => {
    const stopped = await findStopped(added);
    const channel = plainMentions(`<#${channelOf(added) ?? ''}>`, discord ?? {});
    void toast('success', {
      title: t('added', { name: shownName(added), platform: platformNames[added.platform] }),
      text: t(stopped ? 'adding.liveAlready' : 'adding.next', { channel }),
      action: stopped
        ? { label: words('postNow'), run: () => press(createApart(client, postNow(client, serverId), stopped)) }
        : withTest
          ? undefined
          : { label: t('adding.sendTest'), run: () => test(added) },
    });
    if (withTest) test(added);
  };
  return (added: readonly Streamer[], withTest: boolean): void => {
    const [only, another] = added;
    if (only && !another) void sayOne(only, withTest);
    else void toast('success', { title: t('adding.addedCount', { count: added.length }) });
  };
}
