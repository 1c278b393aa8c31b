import type { Setup, SetupSaved } from '@tally/contract/setup/calls';
import type { SetupStep } from '@tally/contract/setup/steps';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const setup = lateHome(async () => (await import('@tally/contract/setup/calls')).setup);

export type { Setup, SetupSaved, SetupStep };
/** The setup word; null for the owner, who does not need it. */
export type Word = string | null;

const LOOK_EVERY_MS = 1_000;

export const setupQuery = (word: Word, isRestarting = false) =>
  queryOptions({
    queryKey: ['setup', word],
    queryFn: ({ signal }) =>
      word === null
        ? call(setup.getHouseSettings, {}, { fallback: 'fetchSetup', signal })
        : call(setup.openSetup, { body: { word } }, { fallback: 'fetchSetup', signal }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: isRestarting ? LOOK_EVERY_MS : false,
  });

export const saveStep = (client: QueryClient, word: Word, step: SetupStep) =>
  mutationOptions({
    mutationFn: (values: Record<string, string | null>) =>
      word === null
        ? call(setup.changeHouseSettings, { params: { step }, body: { values } }, { fallback: 'saveSetup' })
        : call(setup.setUp, { params: { step }, body: { word, values } }, { fallback: 'saveSetup' }),
    onSuccess: (saved) => client.setQueryData(setupQuery(word).queryKey, saved.setup),
    meta: { isQuiet: true },
  });

export const restartHouse = (word: Word) =>
  mutationOptions({
    mutationFn: () =>
      word === null
        ? call(setup.restartHouse, {}, { fallback: 'saveSetup' })
        : call(setup.restartSetup, { body: { word } }, { fallback: 'saveSetup' }),
    meta: { isQuiet: true },
  });

export const becomeOwner = (word: string) =>
  mutationOptions({
    mutationFn: () => call(setup.becomeOwner, { body: { word } }, { fallback: 'saveSetup' }),
    meta: { isQuiet: true },
  });
