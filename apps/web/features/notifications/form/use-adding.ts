'use client';

import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { hasSettings } from '@tally/contract/platforms/words';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Candidate, keyOf, nameOf } from '../../../shell/streamers/search.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { addOne, newStreamerKey, refreshList } from '../api.ts';
import { type RunState, type RunStates, runAll } from '../list/bulk/run.ts';

/** The channel for the messages, and the role that they ping. */
export interface Places {
  readonly channelId: ChannelId;
  readonly roleId: RoleId | null;
}

/** Adds streamers one after the other, and stores each result by `keyOf`. */
export function useAdding(serverId: ServerId) {
  const client = useQueryClient();
  const add = useCreate(addOne(serverId), { by: newStreamerKey });
  const [results, setResults] = useState<RunStates>(new Map());
  const [isRunning, setRunning] = useState(false);
  const addAll = async (rows: readonly Candidate[], places: Places): Promise<readonly Streamer[]> => {
    setRunning(true);
    const added: Streamer[] = [];
    const onState = (key: string, state: RunState) => setResults((now) => new Map(now).set(key, state));
    for (const row of rows) onState(keyOf(row), 'waiting');
    await runAll({
      steps: rows.map((row) => ({ key: keyOf(row), row })),
      lanes: 2,
      onState,
      async run({ row }) {
        const { platform } = row;
        added.push(await add.mutateAsync({ platform, name: nameOf(row), body: bodyOf(platform, places) }));
      },
    });
    const lists = new Set(added.map(({ platform }) => platform));
    await Promise.all([...lists].map((platform) => refreshList(client, { serverId, platform })));
    setRunning(false);
    return added;
  };
  return { results, isRunning, addAll };
}

const bodyOf = (platform: Platform, { channelId, roleId: pingRoleId }: Places): StreamerBody =>
  hasSettings(platform, 'twoChannels')
    ? { liveNotificationChannelId: channelId, videoNotificationChannelId: channelId, pingRoleId }
    : { notificationChannelId: channelId, pingRoleId };
