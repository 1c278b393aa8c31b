import { minutes, seconds } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addBorrowed, dropAllLeads } from '../store/leads.ts';
import { createLead } from './lead.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
afterAll(() => house.close());
beforeEach(() => house.database.reset());

const until = async () => {
  const { rows } = await house.ctx.db.execute<{ until: string | Date }>('select until from leads');
  return new Date(rows[0]?.until ?? 0).getTime();
};

it('work that outlasts a lease keeps it', async () => {
  const [first, second] = [createLead(house.ctx, 'work'), createLead(house.ctx, 'work')];
  expect(await first.isHeld(house.ctx)).toBe(true);
  await first.holdWhile(house.ctx, async () => {
    for (let count = 0; count < 3; count++) {
      const before = await until();
      house.clock.move(seconds(15));
      await vi.waitFor(async () => expect(await until()).toBeGreaterThan(before), 30_000);
      expect(await second.isHeld(house.ctx)).toBe(false);
    }
  });
});

it('a leader that gives up is replaced at once, one that dies after a while', async () => {
  const [first, second, third] = [
    createLead(house.ctx, 'work'),
    createLead(house.ctx, 'work'),
    createLead(house.ctx, 'work'),
  ];
  expect(await first.isHeld(house.ctx)).toBe(true);
  await first.giveUp(house.ctx);
  expect(await second.isHeld(house.ctx)).toBe(true);
  expect(await third.isHeld(house.ctx)).toBe(false);
  house.clock.move(seconds(20) + 1);
  expect(await third.isHeld(house.ctx)).toBe(true);
});

it('a process alone with its database leads at once; earlier questions still count', async () => {
  const heard: string[] = [];
  const [dead, next] = [
    createLead(house.ctx, 'work'),
    createLead(house.ctx, 'work', { tookOver: () => heard.push('took'), borrowed() {} }),
  ];
  await dead.isHeld(house.ctx);
  expect(await next.isHeld(house.ctx)).toBe(false);
  await dropAllLeads(house.ctx.db, house.clock.now());
  expect([await next.isHeld(house.ctx), heard]).toEqual([true, ['took']]);
});

describe('a new leader’s facts', () => {
  const listening = () => {
    const heard: (number | 'tookOver')[] = [];
    const lead = createLead(house.ctx, 'work', {
      tookOver: () => heard.push('tookOver'),
      borrowed: (count) => heard.push(count),
    });
    return { lead, heard };
  };

  it('is that another has just led, and may have asked all it had', async () => {
    const [first, second, third] = [listening(), listening(), listening()];
    await first.lead.isHeld(house.ctx);
    await first.lead.giveUp(house.ctx);
    await second.lead.isHeld(house.ctx);
    house.clock.move(minutes(2));
    await third.lead.isHeld(house.ctx);
    expect([first.heard, second.heard, third.heard], 'the first follows nobody, the third nobody of late').toEqual([
      [],
      ['tookOver'],
      [],
    ]);
  });

  it('is how many questions others have asked since', async () => {
    const { lead, heard } = listening();
    await addBorrowed(house.ctx.db, 'work', 1);
    await lead.isHeld(house.ctx);
    await addBorrowed(house.ctx.db, 'work', 3);
    await addBorrowed(house.ctx.db, 'work', 4);
    house.clock.move(seconds(6));
    await lead.isHeld(house.ctx);
    expect(heard).toEqual([7]);
  });
});
