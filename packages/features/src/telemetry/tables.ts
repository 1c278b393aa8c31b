import type { GuildGettingStarted, UserGettingStarted } from '@tally/contract';
import { pgTable, primaryKey, text, timestamp } from '@tally/infra/sql';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export type ServerStep = keyof GuildGettingStarted;
export type UserStep = keyof UserGettingStarted | 'overlayGenerated';

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
