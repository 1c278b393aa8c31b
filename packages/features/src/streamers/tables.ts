import type { PauseReason, Platform, ServerId, StreamerBody, StreamerMessageType } from '@tally/contract';
import { jsonb, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';
import type { MessageBody } from '@tally/message/defaults';

export const streamers = pgTable('streamers', {
  id: uuid('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  channelId: text('channel_id').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<StreamerSettings>().notNull().default({}),
  pauseReason: text('pause_reason').$type<Exclude<PauseReason, 'byOwner' | 'otherBot'>>(),
  alreadyLiveSession: uuid('already_live_session'),
  creatorId: uuid('creator_id'),
  addedAt: moment('added_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const streamerMessages = pgTable(
  'streamer_messages',
  {
    streamerId: uuid('streamer_id').notNull(),
    type: text('type').$type<StreamerMessageType>().notNull(),
    body: jsonb('body').$type<MessageBody>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.streamerId, table.type] })],
);

/** The owner's settings by their names on the wire. An absent setting has its default. */
export type StreamerSettings = {
  readonly [K in Exclude<KeyOf<StreamerBody>, 'customMessages'>]?: ValueOf<StreamerBody, K>;
};

/** The keys and values of all platforms. The API layer checks which of them a row has. */
type KeyOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

export type StreamerRow = typeof streamers.$inferSelect;

/** The part of a row that decisions about a follower need. It is small, because many thousands are loaded at once. */
export type Follower = Pick<
  StreamerRow,
  'id' | 'serverId' | 'platform' | 'name' | 'settings' | 'pauseReason' | 'alreadyLiveSession' | 'creatorId'
>;
