'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { openPortal, paymentsQuery } from '../api.ts';

/** The link to cards, addresses and invoices at Stripe. */
export function PortalButton({ variant }: { variant?: 'primary' }) {
  const t = useTranslations('billing');
  const hasPortal = useQuery(paymentsQuery()).data?.portalUrl;
  const open = useMutation(openPortal(useQueryClient()));
  const go = () => open.mutate(undefined, { onSuccess: (url) => url && window.location.assign(url) });
  if (!hasPortal) return null;
  return (
    <Button icon={CreditCard} variant={variant ?? 'quiet'} onClick={go} isPending={open.isPending}>
      {t('paymentMethod')}
    </Button>
  );
}
