'use client';

import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import { Crown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isBuilt } from '../lib/start/built-pages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Dialog, DialogClose } from '../ui/layers/dialog.tsx';

/** Whether a server's plan lacks a feature. While the plan is not known nothing is locked: the API has the last word. */
export const isLocked = (server: { readonly bitfield: bigint } | undefined, flag: PremiumFlag): boolean =>
  server !== undefined && !hasFlag(server.bitfield, flag);

const ofServer = /^\/dashboard\/server\/(\d{5,20})(?:\/|$)/;

/** The plans, with their effect on the server whose page this is. */
function plansHref(path: string): string {
  const serverId = ofServer.exec(path)?.[1];
  return serverId ? `/premium?server=${serverId}` : '/premium';
}

/** A crown that says which plan has the feature, and leads there. */
export function PremiumCrown({ flag, label }: { flag: PremiumFlag; label?: ReactNode }) {
  const t = useTranslations('shell.lock');
  const href = plansHref(usePathname());
  const { text, from } = premiumFlags[flag];
  const tier = t(from === 'plus' ? 'plus' : 'premium');
  return (
    <Dialog
      title={t('title', { tier })}
      description={t('text', { feature: text, tier })}
      trigger={
        <Button variant="ghost" size="compact">
          <Icon of={Crown} className="text-warn" />
          {label ?? tier}
          {/* Who speaks to the page says what is seen, so that comes first. */}
          <span className="sr-only">{t('open', { feature: text })}</span>
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button>{t('notNow')}</Button>
          </DialogClose>
          {isBuilt('/premium') && (
            <ButtonLink variant="primary" href={href}>
              <Icon of={Crown} />
              {t('upgrade')}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
