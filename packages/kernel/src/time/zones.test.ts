import { describe, expect, it } from 'vitest';
import { isTimeZone, spellZone, wallTimeIn } from './zones.ts';

describe('a zone', () => {
  it('is accepted by its name only: an offset knows nothing of clock changes', () => {
    expect(['Europe/Oslo', 'UTC', 'Asia/Kathmandu', 'EST5EDT'].every(isTimeZone)).toBe(true);
    expect(['Mars/Olympus', 'Mars', '', '+02:00', 'Europe/Oslo\u0000', 'a'.repeat(100)].some(isTimeZone)).toBe(false);
  });

  it('is spelled as in the list, however it was typed; unknown names are unchanged', () => {
    expect(['europe/OSLO', 'utc', 'EST5EDT'].map(spellZone)).toEqual(['Europe/Oslo', 'UTC', 'EST5EDT']);
  });
});

describe('a clock on the wall', () => {
  it.each([
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28T23:59:59Z'],
    ['Asia/Kathmandu', '2025-12-31T18:15:00Z', '2026-01-01T00:00:00Z'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
  ])('in %s at %s shows %s', (zone, at, shown) => {
    expect(wallTimeIn(zone, Date.parse(at))).toBe(Date.parse(shown));
  });

  it('shows UTC for a zone that this machine no longer knows, instead of failing', () => {
    expect(wallTimeIn('Mars/Olympus', Date.parse('2026-03-14T05:00:00Z'))).toBe(Date.parse('2026-03-14T05:00:00Z'));
  });
});
