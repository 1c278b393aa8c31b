import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelIn, glance, serverIn } from './glance.ts';

const text = (payload: object): string => JSON.stringify(payload);

describe('the type and number of an event', () => {
  test.each([
    ['as Discord writes it', '{"t":"MESSAGE_CREATE","s":7,"op":0,"d":{"id":"1"}}'],
    ['in another order', '{"op":0,"s":7,"t":"MESSAGE_CREATE","d":{}}'],
    ['with words that look like keys inside', text({ t: 'MESSAGE_CREATE', s: 7, op: 0, d: { t: 'X', s: 9, op: 1 } })],
    [
      'with keys in what somebody wrote',
      text({ t: 'MESSAGE_CREATE', s: 7, op: 0, d: { a: '","t":"X","s":1,"op":9' } }),
    ],
  ])('%s', (_how, written) => expect(glance(written)).toEqual({ type: 'MESSAGE_CREATE', sequence: 7 }));

  test.each([
    ['content first', '{"d":{},"t":"A","s":1,"op":0}'],
    ['spaces', '{"t": "A","s":1,"op":0,"d":{}}'],
    ['a line break at the end', '{"t":"A","s":1,"op":0,"d":{}}\n'],
    ['an escape in the type', '{"t":"\\u0041","s":1,"op":0,"d":{}}'],
    ['a number as the type', '{"t":5,"s":1,"op":0,"d":{}}'],
    ['no number', '{"t":"A","s":null,"op":0,"d":{}}'],
    ['another key', '{"t":"A","x":1,"s":1,"op":0,"d":{}}'],
    ['another operation', '{"t":null,"s":null,"op":11}'],
    ['an operation that is not an event', '{"t":"A","s":1,"op":7,"d":null}'],
    ['cut off', '{"t":"A","s":1,"op":0,"d":{'],
    ['cut off in the type', '{"t":"A'],
    ['nothing', ''],
    ['a negative number', '{"t":"A","s":-1,"op":0,"d":{}}'],
  ])('is read whole: %s', (_why, written) => expect(glance(written)).toBeNull());

  test('never says something else than the whole text', () => {
    const payload = fc.record({
      t: fc.oneof(fc.constantFrom('READY', 'MESSAGE_CREATE'), fc.string(), fc.constant(null)),
      s: fc.oneof(fc.nat(), fc.integer(), fc.constant(null)),
      op: fc.oneof(fc.constant(0), fc.nat(11)),
      d: fc.jsonValue(),
    });
    const written = fc
      .tuple(payload, fc.shuffledSubarray(['t', 's', 'op', 'd'] as const, { minLength: 4 }), fc.boolean())
      .map(([of, keys, isWide]) =>
        JSON.stringify(Object.fromEntries(keys.map((key) => [key, of[key]])), null, isWide ? 1 : 0),
      );
    const agrees = fc.property(written, (each) => {
      const seen = glance(each);
      const { t, s, op } = JSON.parse(each) as { t: unknown; s: unknown; op: unknown };
      return !seen || (seen.type === t && seen.sequence === s && op === 0);
    });
    expect(fc.check(agrees, { numRuns: 500 })).toMatchObject({ failed: false });
  });
});

describe('where something happened', () => {
  const in1 = '200000000000000001';
  test('the one server of a text, however often it stands there', () => {
    expect(serverIn(text({ d: { guild_id: in1, x: { guild_id: in1 } } }))).toBe(in1);
    expect(channelIn(text({ d: { a: 1, channel_id: '7' } }))).toBe('7');
    expect(channelIn(text({ d: { last_channel_id: '9', channel_id: '7', source_channel_id: '8' } }))).toBe('7');
    expect(serverIn(text({ d: { source_guild_id: '9' } }))).toBeUndefined();
  });

  test.each([
    ['several', text({ guild_id: in1, of: { guild_id: '5' } })],
    ['none', text({ id: in1 })],
    ['null', text({ guild_id: null })],
    ['a number', text({ guild_id: 5 })],
    ['spaces', '{"guild_id": "5"}'],
    ['written by somebody', text({ content: `{"guild_id":"${in1}"}` })],
    ['a name that ends with a quote and the key', text({ [`,"guild_id`]: in1 })],
    ['cut off', '{"guild_id":"5'],
  ])('is not certain: %s', (_why, written) => expect(serverIn(written)).toBeUndefined());
});
