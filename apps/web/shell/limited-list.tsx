'use client';

import type { PremiumFlag } from '@tally/contract/premium/flags';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { Plus, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isUnlimited } from '../lib/words/limits.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { isLocked, PremiumCrown } from './premium-lock.tsx';

/** The flag that unlocks each feature, and its limit. Their texts share the same keys. */
const homes = {
  overrides: { flag: 'NotificationOverrides', limit: 'maxOverrides' },
  starboard: { flag: 'Starboards', limit: 'maxStarboards' },
  'sticky-message': { flag: 'StickyMessages', limit: 'maxStickyMessages' },
} as const satisfies Record<string, { flag: PremiumFlag; limit: keyof GuildInfo['limits'] }>;

interface Counted {
  readonly home: keyof typeof homes;
  readonly server: GuildInfo;
  readonly count: number;
  /** The crown's text when the plan is full but a larger one allows more. */
  readonly more?: string;
  readonly onAdd: () => void;
}

/** The number of items of a kind in a server, the button to add one, and the options when the plan is full. */
export function useLimit({ home, server, count, more, onAdd }: Counted) {
  const t = useTranslations(home);
  const { flag, limit: counted } = homes[home];
  const limit = server.limits[counted];
  const locked = isLocked(server, flag);
  const isFull = count >= limit;
  return {
    add: (
      <Button icon={Plus} variant="primary" onClick={onAdd} disabled={locked || isFull}>
        {t('add')}
      </Button>
    ),
    crown: (
      <>
        {locked && <PremiumCrown flag={flag} />}
        {!locked && isFull && more !== undefined && <PremiumCrown flag={flag} label={more} />}
      </>
    ),
    use: <Badge>{isUnlimited(limit) ? t('useUnlimited', { count }) : t('use', { count, limit })}</Badge>,
    warning: isFull && count > 0 && <ListWarning>{t(count > limit ? 'overLimit' : 'full', { limit })}</ListWarning>,
  };
}

/** A page of items with a plan limit. */
export function LimitedList({
  notice,
  children,
  ...counted
}: Counted & {
  /** Shown above the list, also above an empty one. */
  notice?: ReactNode;
  /** The list; an empty one shows an invitation instead. */
  children: ReactNode;
}) {
  const t = useTranslations(counted.home);
  const { add, crown, use, warning } = useLimit(counted);
  const isEmpty = counted.count === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <>
            {crown}
            {!isEmpty && add}
          </>
        }
      >
        {use}
      </PageHeader>
      {notice}
      {warning}
      {isEmpty ? <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} /> : children}
    </>
  );
}

/** Above a list: why some items do not work. */
export const ListWarning = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 flex items-start gap-2.5 rounded-card border border-warn/45 p-3 text-warn">
    <Icon of={TriangleAlert} className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
);
