import { serverParts } from '@tally/contract';
import { implement } from '@tally/kernel';
import { sendTest } from '../notifications/index.ts';
import { PLATFORM } from './match.ts';

const { testKickbot } = serverParts;

export const routes = implement(
  { testKickbot },
  {
    async testKickbot(ctx, { params: { guildId: serverId, type }, query: { streamerUserName: name }, body }) {
      const address = { serverId, platform: PLATFORM, name } as const;
      return await sendTest(ctx, address, { kind: 'video', message: type, body });
    },
  },
);
