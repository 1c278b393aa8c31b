import { defineFeature } from '@tally/kernel';
import { brandingPart } from './service.ts';
import { forgetDisabled, listDisabled } from './store.ts';

export { loadBranding } from './service.ts';

export const branding = defineFeature({
  name: 'branding',
  guildParts: brandingPart,
  flagsInUse: async (ctx, serverId) =>
    (await listDisabled(ctx.db, [serverId])).get(serverId)?.length ? ['ManageBranding'] : [],
  forgetServer: async (ctx, serverId) => await forgetDisabled(ctx.db, serverId),
});
