'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { paidChanged, subscriptionsQuery } from '../api.ts';

const LOOK_EVERY_MS = 500;
const LOOK_FOR_MS = 60_000;
const isHeld = ({ status }: { status: string }): boolean => status === 'active' || status === 'trialing';

/** Shown after checkout at Stripe, because the payment webhook arrives a moment later. */
export function Returned() {
  const t = useTranslations('billing.returned');
  const checkout = useSearchParams().get('checkout');
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const first = useQuery({
    ...subscriptionsQuery(),
    enabled: checkout !== null,
    refetchInterval: ({ state }) =>
      state.data && [state.data.user, ...state.data.guilds].some((each) => each && isHeld(each))
        ? false
        : LOOK_EVERY_MS,
  });
  const hasArrived = [first.data?.user, ...(first.data?.guilds ?? [])].some((each) => each && isHeld(each));
  useEffect(() => {
    if (checkout !== null && hasArrived) void paidChanged(client);
  }, [checkout, hasArrived, client]);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOOK_FOR_MS);
    return () => clearTimeout(timer);
  }, []);
  if (checkout === null) return null;
  return (
    <output className="mb-4 flex items-start gap-3 rounded-card border border-line bg-surface p-4">
      <Icon
        of={hasArrived ? CircleCheck : Hourglass}
        size={20}
        className={hasArrived ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-warn'}
      />
      <span>
        <b className="block">{t(hasArrived ? 'title' : 'waiting')}</b>
        <span className="text-muted">{t(hasArrived ? 'text' : isLate ? 'late' : 'waitingText')}</span>
      </span>
    </output>
  );
}
