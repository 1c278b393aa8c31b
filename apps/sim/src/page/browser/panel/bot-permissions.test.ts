import { expect, it } from 'vitest';
import { overwritesAfter } from './bot-permissions.ts';

const [everyone, bot] = ['1', '2'];
const send = 11n;
const bits = (bit: bigint) => (1n << bit).toString();
const change = (isOn: boolean, bit = send) => ({ role: { id: bot }, bit, isOn });

it('what is forbidden to the bot, and no longer, is as it was: in a channel of few it is let in by name', () => {
  const few = [
    { id: everyone, type: 0, allow: '0', deny: bits(send) },
    { id: bot, type: 0, allow: bits(send), deny: '0' },
  ];
  const forbidden = overwritesAfter(few, change(true));
  expect(forbidden).toEqual([few[0], { id: bot, type: 0, allow: '0', deny: bits(send) }]);
  expect(overwritesAfter(forbidden, change(false))).toEqual(few);
});

it('in a channel of everybody nothing is left of it', () => {
  const forbidden = overwritesAfter([], change(true));
  expect(forbidden).toEqual([{ id: bot, type: 0, allow: '0', deny: bits(send) }]);
  expect(overwritesAfter(forbidden, change(false))).toEqual([]);
});
