import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { cardQuery } from './api.ts';

/** The picture of a greeting as the bot draws it, with the face of whoever looks. */
export function CardPreview({ serverId, type }: { serverId: ServerId; type: 'welcome' | 'leave' }) {
  const t = useTranslations('welcome-leave');
  const ui = useTranslations('ui');
  const card = useQuery(cardQuery(serverId, type));
  if (card.isError) return <p className="pb-3 text-red text-small">{t('cardFailed')}</p>;
  return (
    <div className="aspect-[3/1] w-full max-w-[420px] pb-3">
      {card.data ? (
        // oxlint-disable-next-line nextjs/no-img-element -- its bytes are here already
        <img src={card.data.image} width={900} height={300} alt={t('cardPreview')} className="h-auto w-full" />
      ) : (
        <Loading label={ui('loading')} className="h-full">
          <Skeleton className="h-full w-full" />
        </Loading>
      )}
    </div>
  );
}
