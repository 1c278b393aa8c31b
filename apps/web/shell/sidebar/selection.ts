'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { meQuery } from '../me.ts';
import { serverQuery, serversQuery } from '../server/api.ts';
import { inPath } from './in-path.ts';

export type Selection =
  | { readonly kind: 'server'; readonly server: GuildListItem }
  | { readonly kind: 'user'; readonly me: CurrentUser }
  | { readonly kind: 'none' };

/** Returns the sidebar's subject: the server or person in the URL, or the last one chosen. */
export function useSelection(): { selection: Selection; servers: readonly GuildListItem[]; isLoading: boolean } {
  const named = inPath(usePathname())?.named;
  const [last, remember] = useRemembered(memories.lastSelection);
  const me = useQuery(meQuery());
  const servers = useQuery({ ...serversQuery(), enabled: me.data !== undefined });

  useEffect(() => {
    if (named && named !== last) remember(named);
  }, [named, last, remember]);

  const withBot = (servers.data ?? []).filter((server) => server.isBotIn);
  const looked = useLookedAt(named, servers.data);
  return {
    selection: looked ? { kind: 'server', server: looked } : resolve(named ?? last, me.data, withBot),
    servers: withBot,
    isLoading: me.isPending || (me.data !== undefined && servers.isPending),
  };
}

/** Fetches a server that staff view, because their own list does not contain it. */
function useLookedAt(named: string | undefined, own: readonly GuildListItem[] | undefined): GuildListItem | undefined {
  // The id must match the pattern of the URL.
  const id = named?.startsWith('server/') ? (named.slice('server/'.length) as ServerId) : undefined;
  const isForeign = id !== undefined && own !== undefined && !own.some((server) => server.id === id);
  const { data } = useQuery({ ...serverQuery(id ?? ('' as ServerId)), enabled: isForeign });
  if (!isForeign || !data) return undefined;
  return { id, name: data.name, icon: data.icon, banner: null, isBotIn: true, isKept: false };
}

function resolve(wanted: string, me: CurrentUser | undefined, servers: readonly GuildListItem[]): Selection {
  const [kind, id] = wanted.split('/');
  // On another person's page, a helper's own tools stay in the sidebar.
  if (kind === 'user' && me) return { kind: 'user', me };
  const server = kind === 'server' ? servers.find((each) => each.id === id) : undefined;
  return server ? { kind: 'server', server } : { kind: 'none' };
}

export const displayName = (me: CurrentUser): string => me.discord.globalName ?? me.discord.username;

export function nameOf(selection: Selection): string | undefined {
  if (selection.kind === 'server') return selection.server.name;
  return selection.kind === 'user' ? displayName(selection.me) : undefined;
}
