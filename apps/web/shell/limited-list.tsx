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

/** The plan flag and the limit of each feature. Their texts have the same keys. */
const homes = {
  overrides: { flag: 'NotificationOverrides', limit: 'maxOverrides' },
  starboard: { flag: 'Starboards', limit: 'maxStarboards' },
  'sticky-message': { flag: 'StickyMessages', limit: 'maxStickyMessages' },
} as const satisfies Record<string, { flag: PremiumFlag; limit: keyof GuildInfo['limits'] }>;

interface Counted {
  readonly home: keyof typeof homes;
  readonly server: GuildInfo;
  readonly count: number;
  /** The text next to the crown if a larger plan allows more. */
  readonly more?: string;
  readonly onAdd: () => void;
}

/** Returns the number of items in a server, the button to add one, and the options if the plan's limit is reached. */
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

/** A page that lists items with a plan limit. */
export function LimitedList({
  notice,
  children,
  ...counted
}: Counted & {
  /** Shown above the list, even if the list is empty. */
  notice?: ReactNode;
  /** The list. An empty one is replaced by an invitation to add an item. */
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

/** Explains above a list why some items do not work. */
export const ListWarning = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 flex items-start gap-2.5 rounded-card border border-warn/45 p-3 text-warn">
    <Icon of={TriangleAlert} className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
);
