import { workedMs } from '@tally/tests/effort';
import { describe, expect, it } from 'vitest';
import { livePage, ROOM, START, WAF } from './__fixtures__/outside.ts';
import { isChallenge, parseExactly, stateIn } from './page.ts';
import { timeOfId } from './tiktok.external.ts';

describe('data in a page', () => {
  it('ends at the tag’s end, regardless of the text', () => {
    const state = stateIn(livePage({ room: { title: '</script><script>alert(1)' } }), 'SIGI_STATE');
    expect(JSON.stringify(parseExactly(state ?? ''))).toContain('</script><script>alert(1)');
  });

  it.each(['', '<html>', '<script id="SIGI_STATE"', '<script id="SIGI_STATE">{}', WAF])('is not found in %j', (html) =>
    expect(stateIn(html, 'SIGI_STATE')).toBeNull(),
  );

  it('is found in linear time in 2 MB of the beginning of a tag', () => {
    const before = workedMs();
    stateIn('<script id="SIGI_STATE" '.repeat(87_000), 'SIGI_STATE');
    isChallenge('<'.repeat(2_000_000));
    expect(workedMs() - before).toBeLessThan(500);
  });

  it('keeps integers beyond the safe range', () => {
    expect(parseExactly('{"room_id":7331234567890123457,"n":5,"x":1e400}')).toEqual({
      room_id: '7331234567890123457',
      n: 5,
      x: Infinity,
    });
    expect(parseExactly('{"a":')).toBeUndefined();
  });

  it('reads the time in an id, or none if it makes no sense', () => {
    expect(timeOfId(ROOM)).toEqual(START);
    expect([timeOfId('5'), timeOfId('abcdef'), timeOfId('12345678')]).toEqual([null, null, null]);
  });
});
