import { serverParts } from '@tally/contract';
import { implement } from '@tally/kernel';
import { sendTest } from '../notifications/index.ts';
import { getStreamer } from '../streamers/index.ts';
import { PLATFORM } from './match.ts';

const { testKickbot } = serverParts;

export const routes = implement(
  { testKickbot },
  {
    async testKickbot(ctx, { params: { guildId: serverId, type }, query: { streamerUserName: name }, body }) {
      const streamer = await getStreamer(ctx, { serverId, platform: PLATFORM, name });
      return await sendTest(ctx, streamer, { kind: 'video', message: type, body });
    },
  },
);
