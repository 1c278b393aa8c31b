import { TeamId, type UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { AppError, minutes } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { telemetry } from '../telemetry/index.ts';
import { teams } from './index.ts';
import { invite } from './service/invite.ts';
import { join, readInvitation } from './service/join.ts';

const [lea, mo, may] = ['100000000000000001', '100000000000000002', '100000000000000003'] as [UserId, UserId, UserId];
const team = TeamId.parse('team-of-lea');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [account, telemetry, teams] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.db.execute(sql`
    insert into users (id, username, discriminator, created_at, last_login_at)
    select id, id, '0', now(), now() from unnest(${sql.param([lea, mo, may])}::text[]) as known (id)`);
  await world.db.execute(
    sql`insert into teams (id, leader_id, name, created_at) values (${team}, ${lea}, 'Owls', now())`,
  );
});

const as = (userId: UserId) => world.ctx({ caller: person(userId) });
const offer = async () => await invite(as(lea), team, { bitfieldToSet: 1n, maxUses: null });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

describe('a person who guesses', () => {
  const guess = async (ctx = as(mo), code = '111111111111') => await codeOf(readInvitation(ctx, code));

  it('is stopped after ten wrong codes, even with a good one, and may continue ten minutes later', async () => {
    const code = await offer();
    for (let n = 0; n < 10; n++) expect([n, await guess()]).toEqual([n, 'inviteNotValid']);
    expect([await guess(), await guess(as(mo), code), await codeOf(join(as(mo), code))]).toEqual([
      'tooManyWrongCodes',
      'tooManyWrongCodes',
      'tooManyWrongCodes',
    ]);
    expect(await guess(as(may), code)).toBe('ok');
    world.clock.move(minutes(10));
    expect(await codeOf(join(as(mo), code))).toBe('ok');
  });

  it('is counted exactly in concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => codeOf(join(as(mo), 'nonsense'))));
    expect(outcomes.filter((each) => each === 'inviteNotValid')).toHaveLength(10);
    expect(outcomes.filter((each) => each === 'tooManyWrongCodes')).toHaveLength(30);
  });

  it('learns nothing from many concurrent guesses that include the right one', async () => {
    const code = await offer();
    const guesses = [...Array.from({ length: 39 }, () => 'nonsense'), code];
    const outcomes = await Promise.all(guesses.map((each) => codeOf(join(as(mo), each))));
    expect(outcomes.filter((each) => each === 'inviteNotValid')).toHaveLength(10);
    expect(outcomes.at(-1)).toBe('tooManyWrongCodes');
  });

  it('without a login is one person for a whole /64 of IPv6', async () => {
    const at = (ip: string) => world.ctx({ caller: { kind: 'anonymous' }, client: { ip, userAgent: '' } });
    for (let n = 0; n < 10; n++) await guess(at(`2001:db8:1:2::${n}`));
    expect([await guess(at('2001:db8:1:2:ffff::1')), await guess(at('2001:db8:1:3::1'))]).toEqual([
      'tooManyWrongCodes',
      'inviteNotValid',
    ]);
  });

  it('without a login is identified by their address, which is not stored', async () => {
    const at = (ip: string) => world.ctx({ caller: { kind: 'anonymous' }, client: { ip, userAgent: '' } });
    for (let n = 0; n < 10; n++) await guess(at('203.0.113.7'));
    expect([await guess(at('203.0.113.7')), await guess(at('203.0.113.8'))]).toEqual([
      'tooManyWrongCodes',
      'inviteNotValid',
    ]);
    expect(JSON.stringify((await world.db.execute(sql`select * from tries`)).rows)).not.toContain('203.0');
  });

  it('with a good code is never counted', async () => {
    const code = await offer();
    for (let n = 0; n < 15; n++) expect(await guess(as(mo), code)).toBe('ok');
  });
});
