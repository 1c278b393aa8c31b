'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followEvents } from '../../lib/live/follow-events.ts';
import { hearRoom, publicRoomQuery } from './api.ts';

const isOver = (event: unknown): boolean => (event as { isOver?: unknown } | null)?.isOver === true;

/** Follows a room that the caller manages. Returns true once they lose access. */
export function useLiveRoom(userId: UserId, isEnabled: boolean): boolean {
  const client = useQueryClient();
  const [overFor, setOverFor] = useState<UserId | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    return followEvents(`/data/media/${userId}/live`, () => hearRoom(client, userId), {
      isOver,
      onOver() {
        setOverFor(userId);
        // Removes cached room data that the caller may no longer see.
        client.removeQueries({ queryKey: ['media', userId] });
        void client.invalidateQueries({ queryKey: ['media', 'rooms'] });
      },
    });
  }, [client, userId, isEnabled]);
  return overFor === userId;
}

/** Follows a room as a viewer. */
export function useLivePublicRoom(name: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      followEvents(`/data/media/rooms/${encodeURIComponent(name)}/live`, () => {
        void client.invalidateQueries({ queryKey: publicRoomQuery(name).queryKey });
      }),
    [client, name],
  );
}
