import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { DatabaseDownError, findMigrations } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, systemRandom } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '../registry.ts';
import { checkDatabase, checkKeys } from './service/check-database.ts';
import { checkKick } from './service/check-platforms.ts';
import { describeFinding } from './service/finding.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx({
    ctx: { features },
    env: {
      KICK_CLIENT_ID: 'k',
      KICK_CLIENT_SECRET: 's',
      PUBLIC_API_URL: 'https://api.tally.example',
      ENCRYPTION_KEYS: `t:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
});
afterAll(() => house.close());
beforeEach(() => house.database.reset());

const said = (findings: Awaited<ReturnType<typeof checkKeys>>) =>
  (findings ?? []).map((finding) => describeFinding('en-US', finding).cause);
const doorsWith = (id: string, fill: number) => ({
  ...house.ctx,
  secrets: createSecrets({
    keys: parseKeys('test', `${id}:${Buffer.alloc(32, fill).toString('base64')}`),
    random: systemRandom,
  }),
});

describe('the database', () => {
  it('is well', async () => expect(await checkDatabase(house.ctx)).toEqual([]));

  it('is too old', async () => {
    const rows = [{ version: '130014', name: null }];
    const db = { execute: async () => ({ rows }) } as unknown as Ctx['db'];
    expect(said(await checkDatabase({ db }))).toEqual([
      'The database is Postgres 13. The oldest supported version is 15.',
    ]);
  });

  it('was changed by a newer release', async () => {
    const [first] = await findMigrations();
    const by = { release: '9.1.0', works_back_to: '9.0.0' };
    const db = {
      execute: async () => ({ rows: [{ version: '170000', ...first, number: '9999', name: 'of_tomorrow', ...by }] }),
    } as unknown as Ctx['db'];
    expect(said(await checkDatabase({ db }))).toEqual([
      'Release 9.1.0 has changed the database (migration 9999_of_tomorrow), and this is an older release.',
    ]);
  });

  it('had another file', async () => {
    const [first] = await findMigrations();
    const db = {
      execute: async () => ({ rows: [{ version: '170000', ...first, hash: 'another' }] }),
    } as unknown as Ctx['db'];
    expect(said(await checkDatabase({ db }))).toEqual([
      expect.stringMatching(/^The file of migration \d{4}_\w+ was changed/),
    ]);
  });

  it('is away', async () => {
    const db = { execute: () => Promise.reject(new DatabaseDownError('gone')) } as unknown as Ctx['db'];
    expect(said(await checkDatabase({ db }))).toEqual(['The database is not responding.']);
  });
});

describe('encryption keys', () => {
  it('are well', async () => expect(await checkKeys(house.ctx)).toEqual([]));

  it('that sealed something are gone', async () => {
    const token = doorsWith('gone', 9).secrets.encrypt('channel webhook', 'hush');
    await house.ctx.db.execute(
      sql`insert into channel_webhooks (channel_id, server_id, webhook_id, token, created_at) values ('1', '2', '3', ${token}, now())`,
    );
    expect(said(await checkKeys(house.ctx))).toEqual([
      'The encryption key gone is missing from ENCRYPTION_KEYS, but stored secrets need it.',
    ]);
  });

  it('are others under the same name', async () => {
    await checkKeys(house.ctx);
    expect(said(await checkKeys(doorsWith('t', 8)))).toEqual([
      'The encryption key t in ENCRYPTION_KEYS differs from the one that this database used under that name.',
    ]);
  });
});

describe('pushes of Kick', () => {
  const http = { raw: async () => ({ status: 200, headers: {}, data: Buffer.from('{}') }) } as unknown as Ctx['http'];
  const check = async () => said(await checkKick({ ...house.ctx, http }));
  const streams = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      await house.ctx.db.execute(
        sql`insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
            values ('kick', ${`${each}`}, ${`${each}`}, 'Ada', 'https://kick.com/a', now())`,
      );
      await house.ctx.db.execute(
        sql`insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
            values (gen_random_uuid(), 'kick', ${`${each}`}, ${house.clock.now().toISOString()},
                    ${house.clock.now().toISOString()}, ${house.clock.now().toISOString()}, 'https://kick.com/a', '{}')`,
      );
    }
  };

  it('are missed only where streams begin', async () => {
    expect(await check()).toEqual([]);
    await streams(2);
    expect(await check()).toEqual([]);
  });

  it('never came: webhooks are not switched on', async () => {
    await streams(3);
    expect(await check()).toEqual(['Kick streams have started, but Kick has pushed nothing for a day.']);
  });

  it('came', async () => {
    await streams(3);
    await house.ctx.db.execute(
      sql`insert into push_messages (platform, message_id, channel_id, occurred_at, received_at)
          values ('kick', 'm', '1', now(), ${house.clock.now().toISOString()})`,
    );
    expect(await check()).toEqual([]);
  });
});
