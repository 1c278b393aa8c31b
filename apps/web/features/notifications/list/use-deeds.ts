'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { plainMentions } from '../../../lib/words/mentions.ts';
import { type ListAddress } from '../../../shell/server/followed.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { sendTest, setPaused, triedKey } from '../api.ts';

/** The actions for one row. The object stays the same, so rows do not render again. */
export interface RowDeeds {
  readonly test: (streamer: Streamer) => void;
  readonly pause: (streamer: Streamer, paused: boolean) => void;
  readonly remove: (streamer: Streamer) => void;
}

export function useDeeds(
  address: ListAddress,
  discord: DiscordGuildData | undefined,
  onRemove: (streamer: Streamer) => void,
): RowDeeds {
  const client = useQueryClient();
  const { mutate: sendNow } = useCreate(sendTest(client), { by: triedKey });
  const { mutate: pauseNow } = useMutation(setPaused(client, address));
  const names = useRef(discord);
  useEffect(() => {
    names.current = discord;
  }, [discord]);
  return useMemo(
    () => ({
      test: (streamer) =>
        sendNow(
          { streamer },
          {
            onSuccess: (sentence) => void toast('success', { title: plainMentions(sentence, names.current ?? {}) }),
          },
        ),
      pause: (streamer, paused) => pauseNow({ streamer, paused }),
      remove: onRemove,
    }),
    [sendNow, pauseNow, onRemove],
  );
}
