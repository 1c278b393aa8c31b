'use client';

import type { Sale } from '@tally/contract/wire/enums';
import { Info } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Explains why plans cannot be bought here. */
export function SaleNotice({ sale, className }: { sale: Sale; className?: string }) {
  const t = useTranslations('premium.sale');
  if (sale === 'open') return null;
  return (
    <p className={cx('flex items-start gap-2.5 rounded-card border border-info/45 bg-surface p-3.5', className)}>
      <Icon of={Info} className="mt-0.5 shrink-0 text-info" />
      <span>{t(sale)}</span>
    </p>
  );
}
