import { TierId } from '@tally/contract/wire/enums';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { CheckoutScreen } from './checkout/screen.tsx';
import { SubscriptionsScreen } from './subscriptions/screen.tsx';

export async function checkoutMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('billing'))('checkoutTitle'), robots: { index: false } };
}

export async function CheckoutPage({ params }: { params: Promise<{ id: string }> }) {
  const tier = TierId.safeParse((await params).id);
  if (!tier.success) notFound();
  return (
    <ClientPage homes={['billing', 'premium']}>
      <CheckoutScreen tierId={tier.data} />
    </ClientPage>
  );
}

export async function subscriptionsMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('billing'))('title') };
}

export async function SubscriptionsPage() {
  return (
    <ClientPage homes={['billing', 'premium']}>
      <SubscriptionsScreen />
    </ClientPage>
  );
}
