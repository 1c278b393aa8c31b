'use client';

import { LeaderboardForm } from '../../../leaderboards/form.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { ChannelField } from './where.tsx';

/** Settings for gifted subs, which only Kick reports. */
export function LeaderboardSection(scene: EditorSceneProps) {
  const { streamer, server, discord, draft } = scene;
  return (
    <LeaderboardForm
      address={{ serverId: streamer.guildId, name: streamer.streamerUserName }}
      server={server}
      discord={discord}
      channelField={<ChannelField scene={scene} name="leaderBoardChannelId" />}
      types={draft.value.leaderBoardTypes ?? []}
      onTypes={setIn(draft, 'leaderBoardTypes')}
      roles={draft.value.leaderBoardSyncRoles ?? []}
      onRoles={setIn(draft, 'leaderBoardSyncRoles')}
    />
  );
}
