import type {
  CandidateReason,
  ChannelId,
  Move,
  MoveOutcome,
  MoveState,
  Platform,
  RoleId,
  ServerId,
  UserId,
} from '@tally/contract';
import { jsonb, pgTable, text, timestamp, uuid } from '@tally/infra/sql';
import type { Channel } from '@tally/kernel';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export interface StoredCandidate {
  readonly id: string;
  readonly wrote: string;
  readonly platform: Platform | null;
  readonly state: 'waiting' | 'found' | 'unsure' | 'notFound';
  readonly reason: CandidateReason | null;
  readonly channel: Channel | null;
  /** Null: found ones with room are taken. */
  readonly isTaken: boolean | null;
  readonly channelId: ChannelId | null;
  readonly pingRoleId: RoleId | null;
}

export interface StoredOutcome extends MoveOutcome {
  /** The added streamers, with the candidate and the first version of each. */
  readonly streamers: readonly { readonly id: string; readonly version: string; readonly candidateId: string }[];
}

export const moves = pgTable('moves', {
  id: uuid('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
  kind: text('kind').$type<Move['kind']>().notNull(),
  state: text('state').$type<MoveState>().notNull(),
  candidates: jsonb('candidates').$type<readonly StoredCandidate[]>().notNull(),
  leftOut: jsonb('left_out').$type<Move['leftOut']>().notNull(),
  outcome: jsonb('outcome').$type<StoredOutcome>(),
  createdAt: moment('created_at').notNull(),
  workedAt: moment('worked_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export type MoveRow = typeof moves.$inferSelect;
