import type { RoleId, ServerId, UserId } from '@tally/contract';
import { bigint, boolean, integer, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';
import type { Wish } from './decide.ts';

const placeColumns = {
  serverId: text('server_id').$type<ServerId>().notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
  roleId: text('role_id').$type<RoleId>().notNull(),
};

const causeColumns = {
  /** Kinds have the form `<feature>/<word>`. */
  kind: text('kind').notNull(),
  reason: text('reason').notNull().default(''),
  about: text('about'),
};

export const claims = pgTable(
  'role_claims',
  {
    id: bigint('id', { mode: 'bigint' }).generatedByDefaultAsIdentity(),
    ...placeColumns,
    ...causeColumns,
    wish: text('wish').$type<Wish>().notNull(),
    until: moment('until'),
    reference: text('reference'),
    isOverruled: boolean('is_overruled').notNull().default(false),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId, table.roleId, table.kind, table.reason] })],
);

export const holdings = pgTable(
  'role_holdings',
  {
    ...placeColumns,
    ...causeColumns,
    hasIt: boolean('has_it').notNull().default(false),
    isOurs: boolean('is_ours').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    isForgotten: boolean('is_forgotten').notNull().default(false),
    dueAt: moment('due_at'),
    calls: integer('calls').notNull().default(0),
    busyUntil: moment('busy_until'),
    checkedAt: moment('checked_at'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId, table.roleId] })],
);

export const changes = pgTable('role_changes', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  ...placeColumns,
  ...causeColumns,
  isGiven: boolean('is_given').notNull(),
  reference: text('reference'),
  userName: text('user_name').notNull(),
  avatar: text('avatar'),
  madeAt: moment('made_at').notNull(),
  doneAt: moment('done_at'),
  isEchoed: boolean('is_echoed').notNull().default(false),
  log: text('log'),
  batch: uuid('batch'),
});

export type Claim = typeof claims.$inferSelect;
export type Holding = typeof holdings.$inferSelect;
export type RoleChange = typeof changes.$inferSelect;

export type MemberKey = Pick<Claim, 'serverId' | 'userId'>;
