import type { ServerId } from '@tally/contract/ids';
import type { Override, OverrideBody } from '@tally/contract/override-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { NO_RECORD } from '@tally/contract/record-version';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { serverQuery } from '../servers/api.ts';

const overrides = lateHome(async () => (await import('@tally/contract/overrides')).overrides);
const servers = lateHome(async () => (await import('@tally/contract/servers')).servers);

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });

/** Adds a rule, or replaces the one that has its priority. */
export const saveOverride = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (body: OverrideBody) =>
      call(overrides.saveOverride, { params: { guildId: serverId }, query: {}, body }, { fallback: 'saveOverride' }),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

export const removeOverride = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ priorityOnConflict }: Override) =>
      call(
        overrides.removeOverride,
        { params: { guildId: serverId }, query: { priorityOnConflict } },
        { fallback: 'removeOverride' },
      ),
    onSettled: () => again(client, serverId),
  });

/** Which of these rules would have won for the latest streams. Nothing is saved. */
export const tryOverrides = (serverId: ServerId) =>
  mutationOptions({
    mutationFn: (rules: readonly Override[]) =>
      call(
        overrides.tryOverrides,
        { params: { guildId: serverId }, body: { overrides: [...rules] } },
        { fallback: 'tryOverrides' },
      ),
    meta: { isQuiet: true },
  });

/**
 * The whole list in one call, so that an order is saved or not, never half. What the list was made from is named by
 * its version: rules that somebody else added meanwhile are not lost. Moves follow each other, never overtake.
 */
export function reorderOverrides(client: QueryClient, serverId: ServerId) {
  const { queryKey } = serverQuery(serverId);
  return mutationOptions({
    scope: { id: `overrides ${serverId}` },
    mutationFn: (rules: readonly Override[]) => {
      const version = client.getQueryData(queryKey)?.version;
      return call(
        servers.updateServer,
        {
          params: { guildId: serverId },
          body: { notificationOverrides: [...rules], ...(version === undefined ? {} : { version }) },
        },
        { fallback: 'saveOverride' },
      );
    },
    onMutate: async (rules) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(
        queryKey,
        // Versions come with the answer: until then, nothing can be saved on what is only expected to stand there.
        (now: GuildInfo | undefined) =>
          now && { ...now, notificationOverrides: rules.map((rule) => ({ ...rule, version: NO_RECORD })) },
      );
    },
    // What stands there now, whether it worked or not: a refused order goes back by itself.
    onSettled: () => again(client, serverId),
  });
}
