import type { Snapshot } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { decide, OFFLINE_GRACE_MS } from './decide.ts';
import type { SessionRow } from './tables.ts';

const start = new Date('2026-11-21T18:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const details = {
  title: 'First',
  category: 'Chess',
  categoryImageUrl: null,
  thumbnailUrl: null,
  viewers: 10,
  language: 'en',
  isMature: false,
};

const session = (change: Partial<SessionRow> = {}): SessionRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'kick',
  channelId: '1',
  streamId: 's1',
  startedAt: start,
  detectedAt: start,
  lastSeenAt: start,
  offlineSince: null,
  offlineObservations: 0,
  endedAt: null,
  url: 'https://kick.com/x',
  details,
  peakViewers: 10,
  ...change,
});
const live = (change: Partial<Extract<Snapshot, { state: 'live' }>> = {}): Snapshot => ({
  state: 'live',
  channelId: '1',
  streamId: 's1',
  startedAt: start,
  url: 'https://kick.com/x',
  details,
  ...change,
});
const offline: Snapshot = { state: 'offline', channelId: '1' };
const nothingKnown = { open: null, latest: null, isSigned: false };

describe('a channel of which nothing is known', () => {
  it('goes live: a session opens', () =>
    expect(decide({ ...nothingKnown, snapshot: live(), now: start }).kind).toBe('open'));
  it('is offline: nothing happens', () =>
    expect(decide({ ...nothingKnown, snapshot: offline, now: start }).kind).toBe('nothing'));
});

describe('a channel that is live', () => {
  const open = session();
  const known = { open, latest: open, isSigned: false };

  it('is seen again: the session goes on without news', () =>
    expect(decide({ ...known, snapshot: live(), now: at(1000) })).toEqual({ kind: 'continue', isNews: false }));
  it('changes its title: news', () =>
    expect(decide({ ...known, snapshot: live({ details: { ...details, title: 'Second' } }), now: at(1000) })).toEqual({
      kind: 'continue',
      isNews: true,
    }));
  it('answers without a title this time: no news', () =>
    expect(decide({ ...known, snapshot: live({ details: { ...details, title: null } }), now: at(1000) })).toEqual({
      kind: 'continue',
      isNews: false,
    }));
  it('cannot be reached: nothing ends', () =>
    expect(decide({ ...known, snapshot: { state: 'unknown', channelId: '1', reason: '503' }, now: at(9e6) }).kind).toBe(
      'nothing',
    ));
  it('drops and comes back as another stream within the grace: the same session', () => {
    const dropped = session({ offlineSince: at(60_000), offlineObservations: 1, lastSeenAt: at(59_000) });
    const back = live({ streamId: 's2', startedAt: at(120_000) });
    expect(decide({ open: dropped, latest: dropped, isSigned: false, snapshot: back, now: at(120_000) }).kind).toBe(
      'continue',
    );
  });
  it('is another stream after a long silence: the old one ends, a new one opens', () => {
    const back = live({ streamId: 's2', startedAt: at(3_600_000) });
    expect(decide({ ...known, snapshot: back, now: at(3_600_000) }).kind).toBe('replace');
  });
});

describe('a channel that goes offline', () => {
  it('is doubted at first, even when a signed push says so', () => {
    const open = session();
    expect(decide({ open, latest: open, isSigned: true, snapshot: offline, now: at(1000) })).toEqual({
      kind: 'doubt',
      observations: 2,
      since: at(1000),
    });
  });
  it('is not over after one look, however long ago', () => {
    const open = session();
    expect(decide({ open, latest: open, isSigned: false, snapshot: offline, now: at(9e6) }).kind).toBe('doubt');
  });
  it('is not over within the grace, however often seen', () => {
    const open = session({ offlineSince: at(1000), offlineObservations: 9 });
    expect(
      decide({ open, latest: open, isSigned: false, snapshot: offline, now: at(1000 + OFFLINE_GRACE_MS - 1) }).kind,
    ).toBe('doubt');
  });
  it('is over after the grace and a second look; the end is when it was first seen', () => {
    const open = session({ offlineSince: at(1000), offlineObservations: 1 });
    expect(
      decide({ open, latest: open, isSigned: false, snapshot: offline, now: at(1000 + OFFLINE_GRACE_MS) }),
    ).toEqual({
      kind: 'end',
      at: at(1000),
    });
  });
});

describe('a late message about a stream that is over', () => {
  const over = session({ endedAt: at(1000) });
  it('soon after: the session is taken up again, not announced again', () =>
    expect(decide({ open: null, latest: over, isSigned: true, snapshot: live(), now: at(2000) }).kind).toBe('reopen'));
  it('much later: nothing', () =>
    expect(decide({ open: null, latest: over, isSigned: true, snapshot: live(), now: at(9e6) }).kind).toBe('nothing'));
  it('another stream: a new session', () =>
    expect(
      decide({
        open: null,
        latest: over,
        isSigned: false,
        snapshot: live({ streamId: 's2', startedAt: at(9e6) }),
        now: at(9e6),
      }).kind,
    ).toBe('open'));
});
