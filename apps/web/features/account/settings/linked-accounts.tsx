'use client';

import type { CurrentUser } from '@tally/contract/account';
import { platformsToLink } from '@tally/contract/platforms';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/platform-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';

/** Which accounts are linked. */
export function LinkedAccounts({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  return (
    <Card>
      <CardHeader title={t('linked')} description={t('linkedText')} />
      <ul className="mt-3 border-t border-line">
        {platformsToLink.map((platform) => {
          const linked = me.database[`${platform}Account`];
          return (
            <li
              key={platform}
              className="flex min-h-[52px] items-center gap-3 border-b border-line px-5 py-2 last:border-b-0"
            >
              <PlatformNotch platform={platform} />
              <span className="font-medium">{platformNames[platform]}</span>
              <span className="ms-auto flex min-w-0 items-center gap-2">
                {linked ? (
                  <>
                    <bdi className="truncate text-muted">{linked.username ?? linked.accountId}</bdi>
                    <Badge tone="ok">{t('isLinked')}</Badge>
                  </>
                ) : (
                  <span className="text-muted">{t('notLinked')}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
