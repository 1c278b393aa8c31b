import type { ChannelId, RoleId } from '@tally/contract';
import { boolean, integer, moment, pgTable, text } from '@tally/infra/sql';

export const servers = pgTable('servers', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Stores Discord's image hashes, which become URLs on reading. */
  icon: text('icon'),
  banner: text('banner'),
  ownerId: text('owner_id'),
  memberCount: integer('member_count').notNull(),
  /** Null if no language was chosen. The default then applies. */
  locale: text('locale'),
  isBlacklisted: boolean('is_blacklisted').notNull(),
  overrideBranding: boolean('override_branding').notNull(),
  isListed: boolean('is_listed').notNull().default(false),
  /** The default channel and ping for newly followed streamers. */
  newStreamerChannelId: text('new_streamer_channel_id').$type<ChannelId>(),
  newStreamerPingRoleId: text('new_streamer_ping_role_id').$type<RoleId>(),
  /** Grows with every change of a setting. */
  version: integer('version').notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** When the bot was removed. Null while it is in the server. */
  leftAt: moment('left_at'),
  /** True if a manager made the bot leave and its data be deleted, so nothing is kept for 30 days. */
  isDiscarded: boolean('is_discarded').notNull().default(false),
});
