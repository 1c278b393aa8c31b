import { defineFeature } from '@tally/kernel';
import { brandingPart } from './service.ts';
import { forgetDisabled } from './store.ts';

export { loadBranding } from './service.ts';

export const branding = defineFeature({
  name: 'branding',
  guildParts: brandingPart,
  forgetServer: async (ctx, serverId) => await forgetDisabled(ctx.db, serverId),
});
