import type { ChangeSubject } from '@tally/contract';
import { bigint, boolean, index, jsonb, moment, pgTable, text } from '@tally/infra/sql';

export const serverChanges = pgTable(
  'server_changes',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    serverId: text('server_id').notNull(),
    /** Null if the program made the change, or if the person's account was deleted. */
    userId: text('user_id'),
    isOurs: boolean('is_ours').notNull().default(false),
    what: text('what').notNull(),
    /** Identifies the record, if there are several. */
    subject: jsonb('subject').$type<ChangeSubject>(),
    /** The fields by name. Null if the record did not exist, or the setting was not set. */
    before: jsonb('before').$type<Readonly<Record<string, unknown>>>(),
    after: jsonb('after').$type<Readonly<Record<string, unknown>>>(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('server_changes_server').on(table.serverId, table.id.desc()),
    index('server_changes_user').on(table.userId),
  ],
);
