import type { ServerId } from '@tally/contract/ids';
import type { Override, OverrideBody } from '@tally/contract/override-bodies';
import { NO_RECORD } from '@tally/contract/record-version';
import type { GuildInfo } from '@tally/contract/servers';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { isSame } from '../../lib/draft.ts';
import { creation, type Intent, partOf } from '../../lib/intent.ts';
import { lateHome } from '../../lib/late-home.ts';
import { isMissed } from '../../lib/record-draft.ts';
import { serverQuery } from '../../shell/server/api.ts';
import { byPriority, freePriority } from './priorities.ts';

const overrides = lateHome(async () => (await import('@tally/contract/overrides')).overrides);
const servers = lateHome(async () => (await import('@tally/contract/servers')).servers);

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });

/** One of a server's list. */
export type StoredOverride = GuildInfo['notificationOverrides'][number];

const put = (serverId: ServerId, body: OverrideBody, { version, intent }: { version: string; intent: Intent }) =>
  call(
    overrides.saveOverride,
    { params: { guildId: serverId }, query: { version }, body },
    { fallback: 'saveOverride', intent },
  );

/** Replaces the rule that has its priority, unless somebody else has changed that since. */
export const saveOverride = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: ({ body, version }: { body: OverrideBody; version: string }, intent) =>
      put(serverId, body, { version, intent }),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

/** Adds a rule at its place. Where somebody else's stands there by now, it comes in at the top. */
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

/** Another order, and what it was made from. */
export interface Move {
  readonly rules: readonly StoredOverride[];
  readonly seen: Pick<GuildInfo, 'notificationOverrides' | 'version'>;
}

/**
 * The whole list in one call, so that an order is saved or not, never half. Moves follow each other, never overtake.
 * Rules that somebody else added meanwhile are not lost: what the list was made from is named by its version.
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
      // With the versions that they had: whoever saves one of them before the answer comes saves on nothing newer.
      (now: GuildInfo | undefined) => now && { ...now, notificationOverrides: [...rules] },
    );
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ rules, seen }: Move) => {
      const now = client.getQueryData(queryKey) ?? seen;
      // Otherwise somebody else has changed the list, or the move before this one was refused: so is this one, by its version.
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
      // What the one before asks for now is the version that this one is made on.
      if (underWay().length <= 1) await client.cancelQueries({ queryKey, exact: true });
      show(rules);
    },
    // What stands there now, whether it worked or not: a refused order goes back by itself.
    onSettled: async (_answer, _error, { rules }) => {
      await again(client, serverId);
      const stands = client.getQueryData(queryKey)?.notificationOverrides ?? [];
      const last = underWay().at(-1);
      // What was pressed meanwhile stands on this one, and goes on being shown.
      if (last && last.rules !== rules && isSameList(stands, rules)) show(last.rules);
    },
  });
}

/** Whatever their versions: a rule that was moved is a new one for the server. */
function isSameList(one: readonly StoredOverride[], other: readonly StoredOverride[]): boolean {
  const said = (rules: readonly StoredOverride[]) => byPriority(rules).map((rule) => ({ ...rule, version: null }));
  return isSame(said(one), said(other));
}
