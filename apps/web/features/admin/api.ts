import type { ForgetChoice } from '@tally/contract/admin/safe-mode';
import type { Platform } from '@tally/contract/platforms/platform';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const admin = lateHome(async () => (await import('@tally/contract/admin/calls')).admin);

const safety = lateHome(async () => (await import('@tally/contract/admin/safe-mode')).safeModeCalls);

const status = lateHome(async () => (await import('@tally/contract/status/calls')).status);

const LOOK_EVERY_MS = 15_000;

/** The platforms with followed creators, and who polls them. */
export const platformsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'platforms'],
    queryFn: ({ signal }) => call(admin.listPlatforms, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
  });

export const workersQuery = (platform: Platform) =>
  queryOptions({
    queryKey: ['admin', 'platforms', platform],
    queryFn: ({ signal }) => call(admin.listWorkers, { params: { platform } }, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

/** Checks every service once, so it runs only on request, and at most once a minute. */
export const checksQuery = () =>
  queryOptions({
    queryKey: ['admin', 'checks'],
    queryFn: ({ signal }) => call(admin.checkInstallation, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** The budgets that platforms grant to all processes together, where platforms count them. */
export const budgetsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'budgets'],
    queryFn: ({ signal }) => call(admin.listBudgets, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

export const platformHealthQuery = () =>
  queryOptions({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => call(status.history, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: COUNTED_EVERY_MS,
  });

/** The counts change constantly; an occasional refresh is enough. */
const COUNTED_EVERY_MS = 60_000;

export const figuresQuery = (lookback: number) =>
  queryOptions({
    queryKey: ['admin', 'figures', lookback],
    queryFn: ({ signal }) => call(admin.getFigures, { query: { lookback } }, { fallback: 'fetchStatus', signal }),
    staleTime: COUNTED_EVERY_MS,
    refetchInterval: COUNTED_EVERY_MS,
    placeholderData: keepPreviousData,
  });

export const queuesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'queues'],
    queryFn: ({ signal }) => call(admin.listQueues, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

export const safetyQuery = () =>
  queryOptions({
    queryKey: ['admin', 'safety'],
    queryFn: ({ signal }) => call(safety.getSafety, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

export const leaveSafeMode = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (forget: ForgetChoice) => call(safety.leaveSafeMode, { body: { forget } }, { fallback: 'fetchStatus' }),
    meta: { isQuiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'safety'] }),
  });
