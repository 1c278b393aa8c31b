import { type TestDatabase, testDb } from '@tally/tests/database';
import { remakeTables, repeatMigration } from '@tally/tests/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
  await remakeTables(database, '0177', ['linked_role_actions', 'linked_role_turns']);
});
afterAll(() => database.close());

const rowsOf = async (text: string) => await database.session(async (session) => (await session.query(text)).rows);

it('finishes the work of rules: existing orders, and changes that still count as ours', async () => {
  await rowsOf(`
    insert into linked_role_actions
      (server_id, user_id, role_id, is_given, because, depth, made_at, tries, done_at, is_echoed, is_told, batch)
    values
      ('1', '11', '21', true,  '20', 0, now(), 0, null,  false, false, null),
      ('1', '11', '22', false, '20', 1, now(), 1, null,  false, false, null),
      ('1', '11', '21', false, '20', 0, now(), 0, null,  false, false, null),
      ('1', '12', '21', true,  '20', 2, now(), 1, now(), false, false, 'a0000000-0000-4000-8000-000000000000'),
      ('1', '13', '21', true,  '20', 0, now(), 1, now(), true,  true,  null)`);
  await rowsOf(`
    insert into role_holdings (server_id, user_id, role_id, kind, reason, has_it, is_ours)
    values ('1', '11', '21', 'live-role/auto', '', true, true)`);
  await repeatMigration(database, '0204');
  expect(
    await rowsOf(`
      select c.user_id, c.role_id, c.kind, c.reason, c.wish, c.reference, c.until > now() as stands,
             h.due_at <= now() as is_due, h.has_it, h.is_ours
        from role_claims c join role_holdings h using (server_id, user_id, role_id) order by c.id`),
  ).toMatchObject([
    { user_id: '11', role_id: '22', wish: 'taken', reference: '1', stands: true, is_due: true, is_ours: false },
    { user_id: '11', role_id: '21', wish: 'taken', reference: '0', is_due: true, has_it: true, is_ours: true },
  ]);
  expect(
    await rowsOf(`
      select user_id, role_id, is_given, kind, reason, reference, done_at is not null as is_done, is_echoed, log,
             batch is not null as has_batch
        from role_changes order by id`),
  ).toMatchObject([
    { user_id: '11', role_id: '22', is_given: false, reference: '1', is_done: false, is_echoed: false, log: null },
    { user_id: '12', role_id: '21', reference: '2', is_done: true, log: 'linked-roles', has_batch: true },
    { user_id: '13', role_id: '21', reference: '0', is_done: true, is_echoed: true, log: null },
  ]);
});
