'use client';

import { useMemo } from 'react';
import { platformColors, platformNames } from '../../../lib/platform-names.ts';
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
      platform_color: platformColors[platform],
      ...samplePictures(),
      ...(avatarUrl ? { avatar: avatarUrl } : {}),
      ...(server ? { server: server.name } : {}),
      ...(role ? { ping: `<@&${role}>` } : { ping: '' }),
    }),
    [displayName, streamerUserName, avatarUrl, platform, server, role],
  );
}

/** A picture of our own where the real one is not known yet. */
function samplePictures() {
  const picture = new URL('/samples/stream.png', window.location.href).href;
  return { thumbnail: picture, category_image: picture, server_icon: picture, platform_icon: picture };
}
