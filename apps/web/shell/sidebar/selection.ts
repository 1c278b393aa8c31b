'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import type { GuildListItem } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { meQuery } from '../me.ts';
import { serversQuery } from '../server/api.ts';
import { inPath } from './in-path.ts';

export type Selection =
  | { readonly kind: 'server'; readonly server: GuildListItem }
  | { readonly kind: 'user'; readonly me: CurrentUser }
  | { readonly kind: 'none' };

/** The sidebar's subject: the server or person in the address, or the one that was chosen last. */
export function useSelection(): { selection: Selection; servers: readonly GuildListItem[]; isLoading: boolean } {
  const named = inPath(usePathname())?.named;
  const [last, remember] = useRemembered(memories.lastSelection);
  const me = useQuery(meQuery());
  const servers = useQuery({ ...serversQuery(), enabled: me.data !== undefined });

  useEffect(() => {
    if (named && named !== last) remember(named);
  }, [named, last, remember]);

  const withBot = (servers.data ?? []).filter((server) => server.isBotIn);
  return {
    selection: resolve(named ?? last, me.data, withBot),
    servers: withBot,
    isLoading: me.isPending || (me.data !== undefined && servers.isPending),
  };
}

function resolve(wanted: string, me: CurrentUser | undefined, servers: readonly GuildListItem[]): Selection {
  const [kind, id] = wanted.split('/');
  // On another person's page, a helper's own tools stay at hand.
  if (kind === 'user' && me) return { kind: 'user', me };
  const server = kind === 'server' ? servers.find((each) => each.id === id) : undefined;
  return server ? { kind: 'server', server } : { kind: 'none' };
}

export const displayName = (me: CurrentUser): string => me.discord.globalName ?? me.discord.username;

export function nameOf(selection: Selection): string | undefined {
  if (selection.kind === 'server') return selection.server.name;
  return selection.kind === 'user' ? displayName(selection.me) : undefined;
}
