import type { ServerId } from '@tally/contract/wire/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const welcomeLeave = lateHome(async () => (await import('@tally/contract/welcome-leave/calls')).welcomeLeave);

const MINUTES_5 = 300_000;

/** Drawn for the viewer, so only this page may keep it. */
export const cardQuery = (serverId: ServerId, type: 'welcome' | 'leave') =>
  queryOptions({
    queryKey: ['server', serverId, 'card', type],
    queryFn: ({ signal }) =>
      call(welcomeLeave.previewCard, { params: { guildId: serverId, type } }, { fallback: 'fetchCard', signal }),
    staleTime: MINUTES_5,
  });
