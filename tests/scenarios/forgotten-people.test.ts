import { UserId } from '@tally/contract';
import type { Session } from '@tally/infra/db';
import { type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUser } from '../../packages/features/src/account/service/leave.ts';

/**
 * Finds every column in the schema whose name shows that it can contain a person, and stores one person's id in each.
 * After this person deletes their account, no row in the database may lead to them.
 */
const PERSON = UserId.parse('200000000000000001');

/** Names of columns that hold a person's id. */
const names =
  /^(user_id|by_user|owner_id|host_id|leader_id|author_id|sender_id|holder_id|gifter_id|target_id|about_id|person_id|by_id|subject|who|voter|talker|caller|\w+_by)$/;

/** Columns with such a name that contain other data, or keep the id for a reason. */
const exceptions: Readonly<Record<string, string>> = {
  'bans.subject': 'a ban must outlive the account, or people would shake it off by leaving',
  'media_bans.target_id': 'the same, in a room of media share',
  'checkouts.holder_id': 'a person has the same number in user_id',
  'subscriptions.holder_id': 'a person has the same number in user_id',
  'deliveries.subject':
    'a streamer or a giveaway; greetings name their member, and go with the journal after JOURNAL_DAYS',
  'gifted_subs.gifter_id': 'a number of Kick',
  'gifters.gifter_id': 'a number of Kick',
  'kick_bot_asks.sender_id': 'a number of Kick',
  'media_rooms.held_by': 'a tab that plays',
  'server_changes.subject': 'a channel, a role or a streamer',
  'servers.owner_id': 'a fact that Discord tells of a server, which goes with the server',
  'starboards.paused_by': 'a reason',
  'sticky_messages.paused_by': 'a reason',
  'stripe_events.subject': 'a number of Stripe',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
  /** The first value that a check constraint of the table allows. */
  readonly word: string | null;
}

let api: TestApi;
let columns: readonly Column[];

beforeAll(async () => {
  api = await testApi({ isWorking: true });
  columns = await api.database.session(listColumns);
});
afterAll(() => api.close());

async function listColumns(session: Session): Promise<Column[]> {
  const { rows } = await session.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isNeeded",
            (select substring(pg_get_constraintdef(k.oid) from '\\(\\(?' || a.attname || ' = (?:ANY \\(ARRAY\\[)?''([^'']*)''')
               from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
                and pg_get_constraintdef(k.oid) like '%(' || a.attname || ' =%' limit 1) as word
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relname <> 'applied_migrations'
      order by c.relname, a.attnum`,
  );
  return rows;
}

const holders = () =>
  columns.filter(
    ({ table, name, type, word }) =>
      ['text', 'jsonb'].includes(type) &&
      (names.test(name) || `${table}.${name}` === 'staff_deeds.about') &&
      word === null &&
      !(`${table}.${name}` in exceptions),
  );

/** Returns the person's id in the format that the column uses. */
function person({ table, name, type }: Column): string {
  if (type === 'jsonb') return JSON.stringify({ kind: 'person', subject: PERSON });
  if (table === 'tries') return `user ${PERSON}`;
  if (name === 'voter' || name === 'talker') return `discord/${PERSON}`;
  return PERSON;
}

function filling({ type, word }: Column, row: number): string {
  if (word !== null) return `'${word}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'jsonb') return `'{}'`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'boolean') return 'false';
  if (type.startsWith('timestamp') || type === 'date') return `now() - interval '${row} days'`;
  if (/^(integer|bigint|smallint|real|double|numeric)/.test(type)) return String(1_000 + row);
  return `'x${row}'`;
}

/** Rows that a feature needs to find the row with the person. */
const parents: Readonly<Record<string, (row: number) => string>> = {
  team_members: (row) =>
    `insert into teams (id, leader_id, name, created_at) values ('x${row}', '300000000000000001', 'Owls', now());`,
};

/** Inserts one row for each column that contains a person. */
async function fill(session: Session): Promise<void> {
  for (const [row, column] of holders().entries()) {
    const own = columns.filter(({ table }) => table === column.table);
    const filled = own.filter((each) => each.isNeeded || each === column || isKindOfHolder(each));
    const values = filled.map((each) => {
      if (each === column) return `'${person(each)}'`;
      return isKindOfHolder(each) ? kindOf(each) : filling(each, row);
    });
    await session.script(`set session_replication_role = replica;
      ${parents[column.table]?.(row) ?? ''}
      insert into "${column.table}" (${filled.map(({ name }) => `"${name}"`).join(', ')}) values (${values.join(', ')}) on conflict do nothing;
      set session_replication_role = default;`);
  }
}

/** Values of other columns that mark the column as a person's id. */
const kinds: Readonly<Record<string, string>> = { sender_origin: `'web'`, holder: `'user'`, platform: `'kick'` };
const isKindOfHolder = ({ table, name }: Column): boolean =>
  name in kinds && columns.some((each) => each.table === table && names.test(each.name));
const kindOf = ({ name }: Column): string => kinds[name] ?? `''`;

describe('a person who deletes their account', () => {
  it('is in no row of any table', async () => {
    await api.logIn(PERSON);
    await api.database.session(fill);
    await deleteUser(api.ctx, PERSON);
    const left: string[] = [];
    for (const table of new Set(columns.map((column) => column.table))) {
      const { rows } = await api.database.session(
        async (session) =>
          await session.query<{ row: unknown }>(
            `select to_jsonb(t) as row from "${table}" t where to_jsonb(t)::text like '%${PERSON}%'`,
          ),
      );
      left.push(...rows.map(({ row }) => `${table}: ${JSON.stringify(row)}`));
    }
    expect(left).toEqual([]);
  });

  it('is kept only for a stated reason', () => {
    const known = new Set(columns.map(({ table, name }) => `${table}.${name}`));
    expect(Object.keys(exceptions).filter((name) => !known.has(name))).toEqual([]);
  });
});
