import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { notableOf, settleDeliveries } from '../notifications/index.ts';
import { jobs } from './jobs.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { compose } from './service/compose.ts';
import { jointKeys, renew } from './service/post-now.ts';
import { checkRooms } from './service/preflight.ts';
import { judgeAgain } from './service/refresh.ts';
import { creatorRoles } from './service/role-places.ts';
import { forgetCreators } from './store/creators.ts';

export { linkRecording } from './service/link-recording.ts';

export const creators = defineFeature({
  name: 'creators',
  routes,
  platform: reactTo,
  jobs,
  deliveries: {
    compose,
    delivered: settleDeliveries,
    hears: notableOf,
  },
  holdsEnded: judgeAgain,
  renew,
  jointKeys,
  serverChecked: checkRooms,
  rolePlaces: creatorRoles,
  forgetServer: async (ctx: Ctx, serverId: ServerId) =>
    await ctx.db.transaction(async (tx) => await forgetCreators(tx, serverId)),
});
