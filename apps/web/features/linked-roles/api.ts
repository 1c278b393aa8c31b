import type { LinkedRole } from '@tally/contract/role-sync/bodies';
import type { RoleId, ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { serverQuery } from '../../shell/server/api.ts';

const linkedRoles = lateHome(async () => (await import('@tally/contract/linked-roles/calls')).linkedRoles);

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });

/** Adds a rule, or replaces the rule with the id `which` if its `version` still matches. */
export const saveRule = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ rule, which, version }: { rule: LinkedRole; which?: RoleId | undefined; version: string }) =>
      call(
        linkedRoles.saveRule,
        {
          params: { guildId: serverId },
          query: { ...(which === undefined ? {} : { roleId: which }), version },
          body: rule,
        },
        { fallback: 'saveLinkedRole' },
      ),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

export const removeRule = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ roleId }: LinkedRole) =>
      call(
        linkedRoles.removeRule,
        { params: { guildId: serverId }, query: { roleId } },
        { fallback: 'removeLinkedRole' },
      ),
    onSettled: () => again(client, serverId),
  });
