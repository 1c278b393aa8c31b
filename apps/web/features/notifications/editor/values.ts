'use client';

import { useMemo } from 'react';
import { platformNames } from '../../../lib/platform-names.ts';
import type { EditorSceneProps } from './scene.ts';

/** What is known of this streamer already; the preview samples the rest. */
export function useValues({ streamer, server, platform, draft }: EditorSceneProps): Readonly<Record<string, string>> {
  const { displayName, streamerUserName, avatarUrl } = streamer;
  const role = draft.value.pingRoleId;
  return useMemo(
    () => ({
      streamer: displayName ?? streamerUserName,
      username: streamerUserName,
      platform: platformNames[platform],
      ...(avatarUrl ? { avatar: avatarUrl } : {}),
      ...(server ? { server: server.name } : {}),
      ...(role ? { ping: `<@&${role}>` } : { ping: '' }),
    }),
    [displayName, streamerUserName, avatarUrl, platform, server, role],
  );
}
