import type {
  CandidateReason,
  ChannelId,
  FileOutcome,
  MessageId,
  Move,
  MoveOutcome,
  MoveState,
  Platform,
  PostedKind,
  RoleId,
  ServerId,
  UserId,
} from '@tally/contract';
import { jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';
import type { Channel } from '@tally/kernel';

/** The facts about a creator that other bots' posts show. */
export interface Seen {
  readonly posts: number;
  /** How many posts may be about a live stream, and how many about a video. Links to channels show neither. */
  readonly lives: number;
  readonly videos: number;
  readonly lastPostAt: string;
  /** The newest post. */
  readonly example: { readonly channelId: ChannelId; readonly messageId: MessageId };
  /** Counts per bot id. `proofs` counts posts that leave no doubt. */
  readonly senders: Readonly<
    Record<string, { readonly name: string; readonly posts: number; readonly proofs: number }>
  >;
  /** How many posts ping each role. */
  readonly roles: Readonly<Record<string, number>>;
  /** True if one of the posts has the form of a known bot. */
  readonly isKnown: boolean;
  /** Null if one of the posts is a plain announcement. */
  readonly doubt: 'list' | 'answer' | 'noLink' | null;
}

export interface StoredReading {
  readonly depth: number;
  readonly channels: readonly ReadChannel[];
  /** Null if Discord's search is not used. */
  readonly older: OlderPosts | null;
}

export interface OlderPosts {
  readonly before: MessageId | null;
  readonly calls: number;
  readonly isDone: boolean;
}

export interface ReadChannel {
  readonly id: ChannelId;
  readonly name: string;
  /** Messages before this one have not been read yet. */
  readonly before: MessageId | null;
  readonly read: number;
  readonly isDone: boolean;
}

export interface StoredCandidate {
  readonly id: string;
  readonly wrote: string;
  readonly platform: Platform | null;
  readonly state: 'waiting' | 'found' | 'unsure' | 'notFound';
  readonly reason: CandidateReason | null;
  readonly channel: Channel | null;
  /** Null until a person decides. Found candidates are then followed while there is room. */
  readonly isTaken: boolean | null;
  /** The kind that a person chose. If absent, the posts decide. */
  readonly kind?: PostedKind;
  readonly channelId: ChannelId | null;
  readonly pingRoleId: RoleId | null;
  /** Absent if a person named the creator. */
  readonly seen?: Seen;
}

export interface StoredOutcome extends MoveOutcome {
  /** The added streamers, each with its candidate and its first version. */
  readonly streamers: readonly { readonly id: string; readonly version: string; readonly candidateId: string }[];
}

export const moves = pgTable('moves', {
  id: uuid('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
  kind: text('kind').$type<Move['kind']>().notNull(),
  state: text('state').$type<MoveState>().notNull(),
  candidates: jsonb('candidates').$type<readonly StoredCandidate[]>().notNull(),
  reading: jsonb('reading').$type<StoredReading>(),
  leftOut: jsonb('left_out').$type<Move['leftOut']>().notNull(),
  outcome: jsonb('outcome').$type<StoredOutcome>(),
  createdAt: moment('created_at').notNull(),
  workedAt: moment('worked_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export type MoveRow = typeof moves.$inferSelect;

export const moveFiles = pgTable('move_files', {
  moveId: uuid('move_id').primaryKey(),
  file: text('file').notNull(),
  chosen: jsonb('chosen').$type<Readonly<Record<string, string | null>>>().notNull(),
  outcome: jsonb('outcome').$type<FileOutcome>(),
});

export type MoveFileRow = typeof moveFiles.$inferSelect;
