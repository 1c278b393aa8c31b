import type { BrandingSwitch, ServerId } from '@tally/contract';
import { pgTable, text } from '@tally/infra/sql';

export const serverBranding = pgTable('server_branding', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  disabled: text('disabled').array().$type<BrandingSwitch[]>().notNull(),
});
