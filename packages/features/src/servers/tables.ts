import type { ChannelId, RoleId } from '@tally/contract';
import { boolean, integer, moment, pgTable, text } from '@tally/infra/sql';

export const servers = pgTable('servers', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Image hashes as Discord has them; they become URLs on reading. */
  icon: text('icon'),
  banner: text('banner'),
  ownerId: text('owner_id'),
  memberCount: integer('member_count').notNull(),
  /** Null: not chosen, so the default language applies. */
  locale: text('locale'),
  isBlacklisted: boolean('is_blacklisted').notNull(),
  overrideBranding: boolean('override_branding').notNull(),
  isListed: boolean('is_listed').notNull().default(false),
  /** Where new streamers are announced, and who is pinged, unless something else is chosen. */
  newStreamerChannelId: text('new_streamer_channel_id').$type<ChannelId>(),
  newStreamerPingRoleId: text('new_streamer_ping_role_id').$type<RoleId>(),
  /** Rises with every change of a setting. */
  version: integer('version').notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** When the bot was removed; null while it is in. */
  leftAt: moment('left_at'),
  /** A manager had the bot leave and the data deleted, so nothing is kept for 30 days. */
  isDiscarded: boolean('is_discarded').notNull().default(false),
});
