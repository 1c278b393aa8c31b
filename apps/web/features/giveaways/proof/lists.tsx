'use client';

import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';

const short = (key: string): string => key.slice(0, 12);

const Receipt = ({ of }: { of: string }) => (
  <code dir="ltr" className="text-small" title={of}>
    {short(of)}
  </code>
);

/** Lists all drawn entrants in order, each with the result. */
export function Drawn({ draw: { order } }: { draw: ProvenDraw }) {
  const t = useTranslations('giveaways.proof');
  if (order.length === 0) return null;
  return (
    <Titled title={t('order')}>
      <ol className="divide-y divide-line rounded-card border border-line">
        {order.map(({ key, outcome, reason, username }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Badge tone={outcome === 'won' ? 'ok' : 'warn'}>{t(outcome)}</Badge>
            {username !== null && <bdi className="font-semibold wrap-anywhere">{username}</bdi>}
            <Receipt of={key} />
            {reason !== null && <span className="text-muted text-small">{t(`reasons.${reason}`)}</span>}
          </li>
        ))}
      </ol>
    </Titled>
  );
}

/** For a drop, lists who pressed first, by the time in the Discord IDs. */
export function Presses({ proof: { presses } }: { proof: GiveawayProof }) {
  const t = useTranslations('giveaways.proof');
  return (
    <Titled title={t('presses')}>
      <p className="mb-3 max-w-prose text-muted">{t('pressesText')}</p>
      <ol className="divide-y divide-line rounded-card border border-line empty:hidden">
        {presses.map(({ key, interactionId }) => (
          <li key={interactionId} className="flex flex-wrap items-center gap-3 px-3 py-2">
            <Receipt of={key} />
            <span className="figures text-muted text-small">{interactionId}</span>
          </li>
        ))}
      </ol>
    </Titled>
  );
}

export function Removed({ proof: { removed } }: { proof: GiveawayProof }) {
  const t = useTranslations('giveaways.proof');
  if (removed.length === 0) return null;
  return (
    <Titled title={t('removed')}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {removed.map(({ key, reason }) => (
          <li key={key} className="flex flex-wrap items-center gap-3 px-3 py-2">
            <Receipt of={key} />
            <bdi className="wrap-anywhere">{reason}</bdi>
          </li>
        ))}
      </ul>
    </Titled>
  );
}

const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
);
