import type { Holder } from '@tally/contract/wire/enums';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { type LateBodyOf, lateHome } from '../../lib/late-home.ts';
import { meQuery } from '../../shell/me.ts';

const billing = lateHome(async () => (await import('@tally/contract/billing/calls')).billing);

export type Order = LateBodyOf<typeof billing.startCheckout>;
export type Change = Omit<LateBodyOf<typeof billing.previewChange>, 'subscriptionId'>;

export const moneyQuery = (lookback: number) =>
  queryOptions({
    queryKey: ['admin', 'money', lookback],
    queryFn: ({ signal }) => call(billing.getMoney, { query: { lookback } }, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    placeholderData: (former) => former,
  });

/** The price that Stripe will charge, computed by the API from the same items. */
export const quoteQuery = (type: Holder, order: Order) =>
  queryOptions({
    queryKey: ['quote', type, order],
    queryFn: ({ signal }) =>
      call(billing.quoteCheckout, { params: { type }, body: order }, { fallback: 'startCheckout', signal }),
    staleTime: 0,
    retry: false,
    // Keeps the previous total while the person types, so the price does not flicker.
    placeholderData: (former) => former,
  });

export const startCheckout = (type: Holder) =>
  creation({
    mutationFn: (order: Order, intent) =>
      call(billing.startCheckout, { params: { type }, body: order }, { fallback: 'startCheckout', intent }),
    meta: { isQuiet: true },
  });

export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: ['me', 'subscriptions'],
    queryFn: ({ signal }) => call(billing.listSubscriptions, {}, { fallback: 'fetchUserSubscriptions', signal }),
    staleTime: 0,
  });

export const paymentsQuery = () =>
  queryOptions({
    queryKey: ['me', 'payments'],
    queryFn: ({ signal }) => call(billing.listPayments, {}, { fallback: 'fetchPayments', signal }),
    staleTime: 0,
  });

/** Stripe's links expire within minutes, so one is fetched when the person clicks. */
export const openPortal = (client: QueryClient) =>
  mutationOptions({ mutationFn: async () => (await client.fetchQuery(paymentsQuery())).portalUrl });

export const previewQuery = (subscriptionId: string, change: Change) =>
  queryOptions({
    queryKey: ['me', 'preview', subscriptionId, change],
    queryFn: ({ signal }) =>
      call(billing.previewChange, { body: { subscriptionId, ...change } }, { fallback: 'changePlan', signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Refetches plans, limits and locks on every page that shows them. */
export const paidChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey }),
    client.invalidateQueries({ queryKey: paymentsQuery().queryKey }),
    client.invalidateQueries({ queryKey: ['server'] }),
    client.invalidateQueries({ queryKey: meQuery().queryKey, exact: true }),
  ]);

/** Tiers and add-ons are separate decisions, so each has its own call. */
export const changeSubscription = (client: QueryClient, subscriptionId: string) =>
  creation({
    mutationFn: ({ newTierId, newAddons }: Change, intent) =>
      newTierId === undefined
        ? call(
            billing.changeAddons,
            { body: { subscriptionId, newAddons: newAddons ?? [] } },
            { fallback: 'changePlan', intent },
          )
        : call(billing.changeTier, { body: { subscriptionId, newTierId } }, { fallback: 'changePlan', intent }),
    onSettled: () => paidChanged(client),
    meta: { isQuiet: true },
  });

export const cancelSubscription = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(billing.cancelSubscription, { params: { id } }, { fallback: 'changePlan' }),
    onSettled: () => paidChanged(client),
    meta: { isQuiet: true },
  });

export const resumeSubscription = (client: QueryClient) =>
  creation({
    mutationFn: (id: string, intent) =>
      call(billing.resumeSubscription, { params: { id } }, { fallback: 'changePlan', intent }),
    onSettled: () => paidChanged(client),
  });
