import { minutes, seconds } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { nextRename } from './match.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('a channel may have another name', () => {
  it('at once, if it had at most one in ten minutes', () => {
    expect(nextRename([], now)).toBeNull();
    expect(nextRename([ago(seconds(1))], now)).toBeNull();
    expect(nextRename([ago(minutes(10)), ago(minutes(3))], now)).toBeNull();
  });
  it('otherwise when the older of the two is ten minutes old', () => {
    expect(nextRename([ago(minutes(9)), ago(minutes(3))], now)).toEqual(new Date(now.getTime() + minutes(1)));
    expect(nextRename([ago(minutes(3)), ago(minutes(9))], now)).toEqual(new Date(now.getTime() + minutes(1)));
  });
});
