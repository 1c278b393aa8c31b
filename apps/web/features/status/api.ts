import type { IncidentBody, IncidentPatch, IncidentUpdateBody } from '@tally/contract/status/history';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const status = lateHome(async () => (await import('@tally/contract/status/calls')).status);
const MOST = 100;

export const incidentsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'incidents'],
    queryFn: ({ signal }) =>
      call(status.listIncidents, { query: { limit: MOST } }, { fallback: 'fetchIncidents', signal }),
  });

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: incidentsQuery().queryKey });

export const addIncident = (client: QueryClient) =>
  creation({
    mutationFn: (body: IncidentBody, intent) =>
      call(status.addIncident, { body }, { fallback: 'saveIncident', intent }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const changeIncident = (client: QueryClient, incidentId: string) =>
  mutationOptions({
    mutationFn: ({ patch, version }: { patch: IncidentPatch; version: string }) =>
      call(
        status.updateIncident,
        { params: { incidentId }, query: { version }, body: patch },
        { fallback: 'saveIncident' },
      ),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const tellIncident = (client: QueryClient, incidentId: string) =>
  creation({
    mutationFn: (body: IncidentUpdateBody, intent) =>
      call(status.tellIncident, { params: { incidentId }, body }, { fallback: 'tellIncident', intent }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const removeIncident = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (incidentId: string) =>
      call(status.removeIncident, { params: { incidentId } }, { fallback: 'removeIncident' }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });
