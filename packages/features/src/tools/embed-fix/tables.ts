import type { ServerId } from '@tally/contract';
import { boolean, pgTable, text } from '@tally/infra/sql';

export const linkReplies = pgTable('link_replies', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  isOn: boolean('is_on').notNull(),
});
