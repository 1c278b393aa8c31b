import type { GuildGettingStarted, RecentType, UserGettingStarted } from '@tally/contract';
import { bigint, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export type ServerStep = keyof GuildGettingStarted;
export type UserStep = keyof UserGettingStarted | 'overlayGenerated';

export const recentActivity = pgTable('recent_activity', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  type: text('type').$type<RecentType>().notNull(),
  message: text('message').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const serverSteps = pgTable(
  'server_steps',
  {
    serverId: text('server_id').notNull(),
    step: text('step').$type<ServerStep>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.step] })],
);

export const userSteps = pgTable(
  'user_steps',
  {
    userId: text('user_id').notNull(),
    step: text('step').$type<UserStep>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.step] })],
);
