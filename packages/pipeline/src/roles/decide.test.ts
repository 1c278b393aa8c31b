import { describe, expect, it } from 'vitest';
import { decide, type Wish } from './decide.ts';

let last = 0n;
const claim = (wish: Wish, isOverruled = false) => ({ id: (last += 1n), wish, isOverruled });
const lacks = { hasIt: false, isOurs: false };
const byHand = { hasIt: true, isOurs: false };
const ours = { hasIt: true, isOurs: true };

describe('decides about a role', () => {
  it('is given for one reason, and becomes ours', () =>
    expect(decide([claim('held')], lacks)).toMatchObject({ act: 'give', isOurs: true }));

  it('stays while another reason remains', () =>
    expect(decide([claim('held')], ours)).toMatchObject({ act: 'nothing', isOurs: true }));

  it('is taken with the last reason', () => expect(decide([], ours)).toMatchObject({ act: 'take', because: null }));

  it('stays if a person gave it by hand', () => {
    expect(decide([claim('held')], byHand)).toMatchObject({ act: 'nothing', isOurs: false });
    expect(decide([], byHand)).toMatchObject({ act: 'nothing', isOurs: false });
  });

  it('is never taken once an order gave it', () => {
    const order = claim('given');
    expect(decide([claim('held'), order], ours)).toMatchObject({ act: 'nothing', isOurs: false, spent: [order] });
    expect(decide([order], lacks)).toMatchObject({ act: 'give', isOurs: false, spent: [order] });
  });

  it('is taken by an order from anyone, and earlier claims do not restore it', () => {
    const [one, other] = [claim('held'), claim('held')];
    const order = claim('taken');
    expect(decide([one, other, order], byHand)).toEqual({
      act: 'take',
      because: order,
      isOurs: false,
      spent: [order],
      overruled: [one, other],
    });
    expect(decide([claim('held', true)], lacks)).toMatchObject({ act: 'nothing' });
    expect(decide([claim('held', true), claim('held')], lacks)).toMatchObject({ act: 'give' });
  });

  it('follows the newest of several orders, and completes all of them', () => {
    const [take, give] = [claim('taken'), claim('given')];
    expect(decide([give, take], lacks)).toMatchObject({ act: 'give', spent: [give, take] });
    expect(decide([claim('given'), claim('taken')], lacks)).toMatchObject({ act: 'nothing' });
  });
});
