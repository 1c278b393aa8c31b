import type { TeamEventName, TeamId, UserId } from '@tally/contract';
import { bigint, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

const teamId = () => text('team_id').$type<TeamId>().notNull();

export const teams = pgTable('teams', {
  id: text('id').$type<TeamId>().primaryKey(),
  leaderId: text('leader_id').$type<UserId>().notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const invites = pgTable('team_invites', {
  id: text('id').primaryKey(),
  teamId: teamId(),
  codeHash: text('code_hash').notNull(),
  code: text('code').notNull(),
  bitfield: bigint('bitfield', { mode: 'bigint' }).notNull(),
  uses: integer('uses').notNull().default(0),
  maxUses: integer('max_uses'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
});

export const members = pgTable(
  'team_members',
  {
    teamId: teamId(),
    userId: text('user_id').$type<UserId>().notNull(),
    bitfield: bigint('bitfield', { mode: 'bigint' }).notNull(),
    joinedAt: moment('joined_at').notNull(),
    inviteId: text('invite_id'),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
);

export const events = pgTable('team_events', {
  position: bigint('position', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  teamId: teamId(),
  at: moment('at').notNull(),
  event: text('event').$type<TeamEventName>().notNull(),
  byId: text('by_id').$type<UserId>(),
  aboutId: text('about_id').$type<UserId>(),
  details: jsonb('details').$type<Readonly<Record<string, string>>>().notNull().default({}),
});

export type TeamRow = typeof teams.$inferSelect;
export type InviteRow = typeof invites.$inferSelect;
export type MemberRow = typeof members.$inferSelect;
export type EventRow = typeof events.$inferSelect;
