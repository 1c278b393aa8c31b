import type { PlanPatch } from '@tally/contract/premium/calls';
import type { Holder } from '@tally/contract/wire/enums';
import type { DiscordId, ServerId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type LateBodyOf, lateHome } from '../../lib/late-home.ts';
import { meQuery } from '../../shell/me.ts';

const premium = lateHome(async () => (await import('@tally/contract/premium/calls')).premium);

const MINUTE_MS = 60_000;

/** Fetches the plans. `isAll` adds hidden ones, for staff. */
export const plansQuery = ({ isAll = false } = {}) =>
  queryOptions({
    queryKey: ['plans', isAll],
    queryFn: ({ signal }) =>
      call(premium.listPlans, { query: isAll ? { all: true } : {} }, { fallback: 'fetchPremiumPlans', signal }),
  });

/** Fetches the effect of another plan on a server. Without a plan, fetches what is paused there now. */
export const fitQuery = (serverId: ServerId, plan: { tierId?: string; of?: Holder } = {}) =>
  queryOptions({
    queryKey: ['server', serverId, 'fit', plan],
    queryFn: ({ signal }) =>
      call(premium.getFit, { params: { guildId: serverId }, query: plan }, { fallback: 'fetchPremiumPlans', signal }),
    staleTime: MINUTE_MS,
  });

export const moveServerPremium = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (guildId: ServerId | null) =>
      call(premium.moveServerPremium, { body: { guildId } }, { fallback: 'changePlan' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: meQuery().queryKey, exact: true }),
        client.invalidateQueries({ queryKey: ['server'] }),
      ]),
    meta: { isQuiet: true },
  });

export const heldQuery = (wanted: { search: string; type: Holder | null }) =>
  infiniteQueryOptions({
    queryKey: ['held', wanted],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        premium.listHeld,
        {
          query: {
            ...(wanted.search === '' ? {} : { search: wanted.search }),
            ...(wanted.type === null ? {} : { type: wanted.type }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { fallback: 'fetchPremiumPlans', signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

export const managedQuery = (type: Holder, id: string) =>
  queryOptions({
    queryKey: ['managed', type, id],
    queryFn: ({ signal }) =>
      call(premium.getManaged, { params: { type, id: id as DiscordId } }, { fallback: 'fetchPremiumPlans', signal }),
    staleTime: 0,
  });

type ManagedBody = LateBodyOf<typeof premium.updateManaged>;

export const updateManaged = (client: QueryClient, type: Holder, id: string) =>
  mutationOptions({
    mutationFn: (body: ManagedBody) =>
      call(premium.updateManaged, { params: { type, id: id as DiscordId }, body }, { fallback: 'changePlan' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['managed', type, id] }),
        client.invalidateQueries({ queryKey: ['held'] }),
        client.invalidateQueries({ queryKey: ['server'] }),
      ]),
    meta: { isQuiet: true },
  });

export const updatePlan = (client: QueryClient, planId: string) =>
  mutationOptions({
    mutationFn: (body: PlanPatch) => call(premium.updatePlan, { params: { planId }, body }, { fallback: 'changePlan' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['plans'] }),
    meta: { isQuiet: true },
  });
