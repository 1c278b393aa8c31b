'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from '../../lib/live/follow-events.ts';
import { refreshDeliveries } from './api.ts';

/** Updates an open page when the journal changes. */
export function useLiveJournal(serverId: ServerId): void {
  const client = useQueryClient();
  useEffect(
    () => followEvents(`/data/guild/${serverId}/journal/live`, () => void refreshDeliveries(client, serverId)),
    [client, serverId],
  );
}
