import type { CardBackground, ChannelId, RoleId, ServerId, UserId, WelcomeTrigger } from '@tally/contract';
import { boolean, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const welcomeLeave = pgTable('welcome_leave', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  welcomeEnabled: boolean('welcome_enabled'),
  welcomeChannelId: text('welcome_channel_id').$type<ChannelId>(),
  welcomeCard: boolean('welcome_card'),
  welcomePing: boolean('welcome_ping'),
  welcomeTrigger: text('welcome_trigger').$type<WelcomeTrigger>(),
  welcomeRoleId: text('welcome_role_id').$type<RoleId>(),
  leaveEnabled: boolean('leave_enabled'),
  leaveChannelId: text('leave_channel_id').$type<ChannelId>(),
  leaveCard: boolean('leave_card'),
  cardBackground: text('card_background').$type<CardBackground>(),
  cardPicture: text('card_picture'),
});

export type ArrivalState = 'waiting' | 'here' | 'left';

export const arrivals = pgTable(
  'arrivals',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    joinedAt: moment('joined_at'),
    state: text('state').$type<ArrivalState>().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId] })],
);

export type Settings = Omit<typeof welcomeLeave.$inferSelect, 'serverId'>;
export type Arrival = typeof arrivals.$inferSelect;
