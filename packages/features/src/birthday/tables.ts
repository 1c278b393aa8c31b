import type { ChannelId, DeliveryReason, LeapDay, RoleId, ServerId, UserId } from '@tally/contract';
import { boolean, date, integer, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

const userId = () => text('user_id').$type<UserId>().notNull();
const serverId = () => text('server_id').$type<ServerId>().notNull();

export const birthdays = pgTable('birthdays', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  month: integer('month'),
  day: integer('day'),
  year: integer('year'),
  timeZone: text('time_zone').notNull(),
  leapDay: text('leap_day').$type<LeapDay>().notNull(),
  showsAge: boolean('shows_age').notNull().default(false),
  lastChanged: moment('last_changed').notNull(),
  lastYearCongratulated: integer('last_year_congratulated'),
  nextOn: date('next_on', { mode: 'string' }),
  nextAt: moment('next_at'),
});

export const places = pgTable('birthday_places', { userId: userId(), serverId: serverId() }, (table) => [
  primaryKey({ columns: [table.userId, table.serverId] }),
]);

export const settings = pgTable('birthday_settings', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  enabled: boolean('enabled'),
  channelId: text('channel_id').$type<ChannelId>(),
  roleId: text('role_id').$type<RoleId>(),
  ping: boolean('ping'),
});

export const greetings = pgTable(
  'birthday_greetings',
  {
    userId: userId(),
    serverId: serverId(),
    year: integer('year').notNull(),
    happenedAt: moment('happened_at').notNull(),
    skipped: text('skipped').$type<DeliveryReason>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.serverId, table.year] })],
);

export type BirthdayRow = typeof birthdays.$inferSelect;
export type SettingsRow = typeof settings.$inferSelect;
export type GreetingRow = typeof greetings.$inferSelect;
