import { expect, it } from 'vitest';
import { overwritesAfter } from './bot-permissions.ts';

const [everyone, bot] = ['1', '2'];
const send = 11n;
const bits = (bit: bigint) => (1n << bit).toString();
const change = (isOn: boolean, bit = send) => ({ role: { id: bot }, bit, isOn });

it('in a private channel, forbidding and allowing restores the state: the bot is let in by name', () => {
  const few = [
    { id: everyone, type: 0, allow: '0', deny: bits(send) },
    { id: bot, type: 0, allow: bits(send), deny: '0' },
  ];
  const forbidden = overwritesAfter(few, change(true));
  expect(forbidden).toEqual([few[0], { id: bot, type: 0, allow: '0', deny: bits(send) }]);
  expect(overwritesAfter(forbidden, change(false))).toEqual(few);
});

it('in a public channel no trace remains', () => {
  const forbidden = overwritesAfter([], change(true));
  expect(forbidden).toEqual([{ id: bot, type: 0, allow: '0', deny: bits(send) }]);
  expect(overwritesAfter(forbidden, change(false))).toEqual([]);
});
