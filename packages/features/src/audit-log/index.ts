import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { followStreamers } from './service/follow-streamers.ts';
import { heard } from './service/hear.ts';
import { OWNER } from './service/post.ts';
import { preview } from './service/preview.ts';
import { settleLogs } from './service/settle.ts';
import { forgetLogs } from './store.ts';

export const auditLog = defineFeature({
  name: OWNER,
  jobs,
  words: { previews: { chatLog: preview } },
  heard,
  deliveries: {
    delivered: settleLogs,
  },
  streamersChanged: followStreamers,
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetLogs(tx, serverId)),
});
