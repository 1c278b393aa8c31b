import type { Override, OverrideBody } from '@tally/contract/overrides/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { isSame } from '../../lib/drafts/draft.ts';
import { creation, type Intent, partOf } from '../../lib/drafts/intent.ts';
import { isMissed } from '../../lib/drafts/record-draft.ts';
import { lateHome } from '../../lib/late-home.ts';
import { serverQuery } from '../../shell/server/api.ts';
import { byPriority, freePriority } from './priorities.ts';

const overrides = lateHome(async () => (await import('@tally/contract/overrides/calls')).overrides);
const servers = lateHome(async () => (await import('@tally/contract/servers/calls')).servers);

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });

/** One rule of a server. */
export type StoredOverride = GuildInfo['notificationOverrides'][number];

const put = (serverId: ServerId, body: OverrideBody, { version, intent }: { version: string; intent: Intent }) =>
  call(
    overrides.saveOverride,
    { params: { guildId: serverId }, query: { version }, body },
    { fallback: 'saveOverride', intent },
  );

/** Replaces the rule with the same priority, unless another person has changed it. */
export const saveOverride = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: ({ body, version }: { body: OverrideBody; version: string }, intent) =>
      put(serverId, body, { version, intent }),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

/** Adds a rule at its priority, or at the top if another person's rule has taken that priority. */
export const addOverride = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: async (body: OverrideBody, intent) => {
      try {
        return await put(serverId, body, { version: NO_RECORD, intent });
      } catch (error) {
        if (!isMissed(error)) throw error;
        const { notificationOverrides } = await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 });
        const atTheTop = { ...body, priorityOnConflict: freePriority(notificationOverrides) };
        return await put(serverId, atTheTop, { version: NO_RECORD, intent: partOf(intent, 'top') });
      }
    },
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

/** Shows which of these rules would have won for the latest streams. Saves nothing. */
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

/** A new order, and the list that it is based on. */
export interface Move {
  readonly rules: readonly StoredOverride[];
  readonly seen: Pick<GuildInfo, 'notificationOverrides' | 'version'>;
}

/**
 * Saves the whole list in one call, so an order is never half saved. Moves run one after another. The version
 * identifies the list that a move was based on, so rules added by another person are not lost.
 */
export function reorderOverrides(client: QueryClient, serverId: ServerId) {
  const { queryKey } = serverQuery(serverId);
  const mutationKey = ['overrides', serverId, 'move'];
  const underWay = () =>
    client
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as Move);
  const show = (rules: readonly StoredOverride[]) =>
    client.setQueryData(
      queryKey,
      // The rules keep their old versions, so a save before the answer arrives cannot use a newer one.
      (now: GuildInfo | undefined) => now && { ...now, notificationOverrides: [...rules] },
    );
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ rules, seen }: Move) => {
      const now = client.getQueryData(queryKey) ?? seen;
      // If the list changed elsewhere or the previous move failed, the old version makes the server refuse this move
      // too.
      const isAsSeen = [seen.notificationOverrides, ...underWay().map((move) => move.rules)].some((list) =>
        isSameList(list, now.notificationOverrides),
      );
      const { version } = isAsSeen ? now : seen;
      return call(
        servers.updateServer,
        { params: { guildId: serverId }, body: { notificationOverrides: [...rules], version } },
        { fallback: 'saveOverride' },
      );
    },
    onMutate: async ({ rules }) => {
      // The refetch after the previous move provides the version for this move, so it must not be canceled.
      if (underWay().length <= 1) await client.cancelQueries({ queryKey, exact: true });
      show(rules);
    },
    // Refetches even after a success, so a refused order disappears from the page.
    onSettled: async (_answer, _error, { rules }) => {
      await again(client, serverId);
      const stands = client.getQueryData(queryKey)?.notificationOverrides ?? [];
      const last = underWay().at(-1);
      // Keeps showing a later pending move, which builds on this one.
      if (last && last.rules !== rules && isSameList(stands, rules)) show(last.rules);
    },
  });
}

/** Ignores versions, because the server stores a moved rule as a new one. */
function isSameList(one: readonly StoredOverride[], other: readonly StoredOverride[]): boolean {
  const said = (rules: readonly StoredOverride[]) => byPriority(rules).map((rule) => ({ ...rule, version: null }));
  return isSame(said(one), said(other));
}
