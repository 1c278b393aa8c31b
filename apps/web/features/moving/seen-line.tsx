'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useInDiscord } from '../../lib/browser/use-links.ts';
import { relativeTime } from '../../lib/words/format.ts';
import type { Candidate } from './api.ts';

/** Explains why we suggest this creator: which bot posts about them, where, and since when. */
const name = (words: ReactNode) => <bdi>{words}</bdi>;

export function SeenLine({
  serverId,
  candidate: { posts, lastPostAt, botName, example },
  place,
}: {
  serverId: ServerId;
  candidate: Pick<Candidate, 'posts' | 'lastPostAt' | 'botName' | 'example'>;
  /** The name of the channel with the newest post. */
  place: string | undefined;
}) {
  const t = useTranslations('moving.seen');
  const locale = useLocale();
  const inDiscord = useInDiscord();
  const [now] = useState(() => new Date());
  if (example === null || lastPostAt === null) return null;
  return (
    <span className="flex w-full flex-wrap gap-x-2 text-muted text-small">
      <span className="min-w-0">
        {t.rich(place === undefined ? 'posts' : 'postsIn', {
          count: posts,
          bot: botName ?? '',
          channel: `#${place}`,
          when: relativeTime(new Date(lastPostAt), now, locale),
          n: name,
        })}
      </span>
      <a
        href={inDiscord(serverId, example.channelId, example.messageId)}
        target="_blank"
        rel="noreferrer"
        className="text-text underline"
      >
        {t('open')}
      </a>
    </span>
  );
}
