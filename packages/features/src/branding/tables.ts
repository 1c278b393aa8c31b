import type { BrandingSwitch, ServerId } from '@tally/contract';
import { pgTable, text } from 'drizzle-orm/pg-core';

export const serverBranding = pgTable('server_branding', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  disabled: text('disabled').array().$type<BrandingSwitch[]>().notNull(),
});
