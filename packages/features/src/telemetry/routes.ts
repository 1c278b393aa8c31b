import { telemetry } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { noteOverlay, noteServerStep, noteUserStep, stepsOfServer, stepsOfUser } from './service.ts';

export const routes = implement(telemetry, {
  gettingStarted: async (ctx, { query }) =>
    query.guild ? await stepsOfServer(ctx.db, query.guild) : await stepsOfUser(ctx, requireUser(ctx).userId),
  async note(ctx, { params, query }) {
    switch (params.type) {
      case 'dismissAds':
        if (query.guild) await noteServerStep(ctx, query.guild, 'didDismissGuildAds');
        else await noteUserStep(ctx, requireUser(ctx).userId, 'didDismissUserAds');
        break;
      case 'overlayGenerated':
        await noteOverlay(ctx, requireUser(ctx).userId);
        break;
    }
    return say(ctx.locale, 'telemetry.noted');
  },
});
