import { type TestDatabase, testDb } from '@tally/tests/database';
import { repeatMigration } from '@tally/tests/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

const rowsOf = async (text: string) => await database.session(async (session) => (await session.query(text)).rows);

it('a role that waited as a job is given all the same', async () => {
  // This is the schema from when these jobs were queued. Their queues are no longer created.
  await rowsOf('drop schema if exists pgboss cascade');
  await rowsOf('create schema pgboss');
  await rowsOf('create table pgboss.job (name text, data jsonb, state text)');
  const data = (userId: string) => JSON.stringify({ serverId: '1', userId, roleId: '20' });
  await rowsOf(`
    insert into pgboss.job values
      ('welcome-leave/give-role', '${data('11')}', 'retry'),
      ('welcome-leave/give-role', '${data('12')}', 'completed'),
      ('starboard/reward', '${data('13')}', 'created'),
      ('starboard/reward', '${data('13')}', 'active'),
      ('starboard/look', '{}', 'created')`);
  await repeatMigration(database, '0206');
  expect(
    await rowsOf(`
      select c.user_id, c.role_id, c.kind, c.wish, c.until > now() as stands, h.due_at <= now() as is_due, h.is_ours
        from role_claims c join role_holdings h using (server_id, user_id, role_id) order by c.user_id`),
  ).toEqual([
    {
      user_id: '11',
      role_id: '20',
      kind: 'welcome-leave/arrival',
      wish: 'given',
      stands: true,
      is_due: true,
      is_ours: false,
    },
    {
      user_id: '13',
      role_id: '20',
      kind: 'starboard/reward',
      wish: 'given',
      stands: true,
      is_due: true,
      is_ours: false,
    },
  ]);
  expect(await rowsOf('select name from pgboss.job')).toEqual([{ name: 'starboard/look' }]);
});
