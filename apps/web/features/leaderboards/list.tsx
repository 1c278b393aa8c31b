'use client';

import type { Leaderboards } from '@tally/contract/leaderboards/calls';
import { type LeaderBoardType, leaderBoardTypes } from '@tally/contract/wire/enums';
import type { MessagePayload } from '@tally/message/discord';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { DiscordMessage } from '../message-editor/preview/message.tsx';
import { noNames } from '../message-editor/preview/names.ts';
import { type BoardAddress, leaderboardsQuery } from './api.ts';

/** Lists the top gifters, as the Discord message does. */
export function Standings({ address, types }: { address: BoardAddress; types: readonly LeaderBoardType[] }) {
  const t = useTranslations('leaderboards');
  const ui = useTranslations('ui');
  const board = useQuery(leaderboardsQuery(address));
  if (board.isError && !board.data) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {t('failed')}
        <Button size="compact" onClick={() => void board.refetch()}>
          {t('again')}
        </Button>
      </p>
    );
  }
  if (!board.data) {
    return (
      <Loading label={ui('loading')}>
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  return (
    <div>
      <DiscordMessage
        sender={board.data.message.sender}
        files={[]}
        payload={withPeriods(board.data.message, types)}
        names={noNames}
      />
      <p className="mt-3 text-muted text-small">{t('counted')}</p>
    </div>
  );
}

/** Keeps the message's fields for the chosen periods, in this order. Without a choice, it keeps all. */
function withPeriods({ payload }: Leaderboards['message'], types: readonly LeaderBoardType[]): MessagePayload {
  // The contract types the payload as a plain object, but the server builds it as a `MessagePayload`.
  const message = payload as unknown as MessagePayload;
  const isShown = (place: number) => types.length === 0 || types.some((type) => type === leaderBoardTypes[place]);
  const embeds = message.embeds?.map((embed) => ({
    ...embed,
    ...(embed.fields && { fields: embed.fields.filter((_, place) => isShown(place)) }),
  }));
  return { ...message, ...(embeds && { embeds }) };
}
