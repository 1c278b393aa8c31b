'use client';

import type { ServerId } from '@tally/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiPath } from '../../lib/paths.ts';
import { refreshDeliveries } from './api.ts';

/** A burst of rows (queued, sent, seen) becomes one question. */
const CALM_MS = 250;

/** While a page is open, it follows the journal as it is written. */
export function useLiveJournal(serverId: ServerId): void {
  const client = useQueryClient();
  useEffect(() => {
    const events = new EventSource(apiPath(`/data/guild/${serverId}/journal/live`));
    let timer: ReturnType<typeof setTimeout> | undefined;
    events.addEventListener('message', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void refreshDeliveries(client, serverId), CALM_MS);
    });
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [client, serverId]);
}
