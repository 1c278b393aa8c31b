import { UserId } from '@tally/contract';
import { AppError, defineFeature, requireUser } from '@tally/kernel';
import { mayManage } from '../teams/index.ts';
import { commands } from './commands/index.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { accountChanged, subscribeAtStart } from './service/chat/follow-owner.ts';
import { handleLine } from './service/chat/hear-line.ts';
import { OWNER } from './service/owner.ts';
import { waiting } from './service/room/list-rooms.ts';
import { exportUser, forgetUser } from './service/room/people.ts';
import { changeShare, userParts } from './service/room/settings.ts';
import { rooms } from './tables.ts';

export const mediaSharing = defineFeature({
  name: OWNER,
  routes,
  commands,
  jobs,
  access: {
    helper: async (ctx, { bit }, named) => {
      const right = { userId: requireUser(ctx).userId, leaderId: UserId.parse(named), flag: bit };
      if (!(await mayManage(ctx, right))) throw new AppError('notAllowed');
    },
  },
  user: {
    parts: userParts,
    change: async (ctx, userId, { mediaShare }) => {
      if (mediaShare) await changeShare(ctx, userId, mediaShare);
    },
  },
  home: { waiting },
  platform: subscribeAtStart,
  heard: async (ctx, _tx, heard) => {
    if (heard.kind === 'chat') await handleLine(ctx, heard.message);
  },
  accountChanged,
  sealed: [rooms.address],
  forgetUser,
  exportUser,
});
