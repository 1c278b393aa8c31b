import { type TestDatabase, testDb } from '@tally/tests/database';
import { remakeTables, repeatMigration } from '@tally/tests/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
  await remakeTables(database, '0162', ['birthday_greetings']);
});
afterAll(() => database.close());

const rowsOf = async (text: string) => await database.session(async (session) => (await session.query(text)).rows);

it('members keep the role of the day until the day ends, and always keep their own', async () => {
  const [later, before] = [`now() + interval '5 hours'`, `now() - interval '5 hours'`];
  await rowsOf(`
    insert into birthday_greetings (user_id, server_id, year, happened_at, role_id, role_until, role_state, role_at)
    values
      ('due',    '1', 2026, now(), '20', ${later},  'due',    now()),
      ('giving', '1', 2026, now(), '20', ${later},  'giving', now()),
      ('given',  '1', 2026, now(), '20', ${later},  'given',  ${later}),
      ('both',   '1', 2026, now(), '20', ${later},  'given',  ${later}),
      ('over',   '1', 2026, now(), '20', ${before}, 'given',  now()),
      ('late',   '1', 2026, now(), '20', ${before}, 'due',    now()),
      ('had',    '1', 2026, now(), '20', ${later},  'had',    null),
      ('taken',  '1', 2026, now(), '20', ${before}, 'taken',  null),
      ('failed', '1', 2026, now(), '20', ${later},  'failed', null),
      ('none',   '1', 2026, now(), null, null,      null,     null)`);
  await rowsOf(`
    insert into role_holdings (server_id, user_id, role_id, kind, reason, has_it, is_ours)
    values ('1', 'both', '20', 'live-role/auto', '', true, false)`);
  await repeatMigration(database, '0205');
  expect(
    await rowsOf(`
      select user_id, kind, reason, wish, until > now() as stands from role_claims order by user_id`),
  ).toEqual(
    ['both', 'due', 'given', 'giving'].map((user_id) => ({
      user_id,
      kind: 'birthday/day',
      reason: '2026',
      wish: 'held',
      stands: true,
    })),
  );
  const holding = { has_it: true, is_ours: true, tries: 0, is_due: false };
  expect(
    await rowsOf(`
      select user_id, has_it, is_ours, tries, coalesce(due_at <= now(), false) as is_due
        from role_holdings order by user_id`),
  ).toEqual([
    { user_id: 'both', ...holding },
    { user_id: 'due', ...holding, has_it: false, is_ours: false, is_due: true },
    { user_id: 'given', ...holding },
    { user_id: 'giving', ...holding, has_it: false, is_ours: false, tries: 1, is_due: true },
    { user_id: 'over', ...holding, is_due: true },
  ]);
});
