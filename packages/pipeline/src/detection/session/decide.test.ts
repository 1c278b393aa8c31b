import { minutes, type Snapshot } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../tables.ts';
import { decide, endsOf } from './decide.ts';

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
  resumedAt: null,
  toldAt: null,
  arrivedAt: null,
  detectedAt: start,
  lastSeenAt: start,
  offlineSince: null,
  offlineObservations: 0,
  endedAt: null,
  url: 'https://kick.com/x',
  details,
  peakViewers: 10,
  hintedAt: null,
  graceTold: null,
  nextGraceAt: null,
  nextRecordingAt: null,
  recordingTries: 0,
  viewerSum: 10,
  viewerSamples: 1,
  categories: [],
  continuedBy: null,
  longestGrace: 15,
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
const unknown: Snapshot = { state: 'unknown', channelId: '1', reason: '503' };
const goesOn = (needsEdit: boolean) => ({ kind: 'continue', needsEdit });
const nothingKnown = { open: null, latest: null, isSigned: false };

describe('an unknown channel', () => {
  it('goes live: a session opens', () =>
    expect(decide({ ...nothingKnown, snapshot: live(), now: start }).kind).toBe('open'));
  it('is offline: nothing happens', () =>
    expect(decide({ ...nothingKnown, snapshot: offline, now: start }).kind).toBe('nothing'));
});

describe('a channel that is live', () => {
  const open = session();
  const known = { open, latest: open, isSigned: false };

  it('is live again: the session continues without news', () =>
    expect(decide({ ...known, snapshot: live(), now: at(1000) })).toEqual(goesOn(false)));
  it('changes its title: news', () =>
    expect(decide({ ...known, snapshot: live({ details: { ...details, title: 'Second' } }), now: at(1000) })).toEqual(
      goesOn(true),
    ));
  it('has no title in this answer: no news', () =>
    expect(decide({ ...known, snapshot: live({ details: { ...details, title: null } }), now: at(1000) })).toEqual(
      goesOn(false),
    ));
  it('cannot be reached: nothing ends', () =>
    expect(decide({ ...known, snapshot: unknown, now: at(9e6) }).kind).toBe('nothing'));
  it('drops and returns as another stream within the last grace: the same session', () => {
    const dropped = session({ offlineSince: at(60_000), offlineObservations: 1, lastSeenAt: at(59_000) });
    const back = live({ streamId: 's2', startedAt: at(900_000) });
    expect(decide({ open: dropped, latest: dropped, isSigned: false, snapshot: back, now: at(900_000) }).kind).toBe(
      'continue',
    );
  });
  describe('returns as another stream after some servers were notified of the end', () => {
    const over = session({ offlineSince: at(0), offlineObservations: 2, graceTold: 5, nextGraceAt: at(600_000) });
    const saw = (snapshot: Snapshot, open = over) =>
      decide({ open, latest: open, isSigned: false, snapshot, now: at(400_000) });
    it('under another id: it is new where the stream counts as over at once', () =>
      expect(saw(live({ streamId: 's2', startedAt: at(390_000) }))).toEqual({ kind: 'follow' }));
    it('without an id: its start tells it apart from the previous stream', () => {
      expect(saw(live({ streamId: null, startedAt: at(390_000) }))).toEqual({ kind: 'follow' });
      expect(saw(live({ streamId: null })).kind).toBe('continue');
    });
    it('that began earlier: it is not a new stream', () =>
      expect(saw(live({ streamId: 's0', startedAt: at(-60_000) })).kind).toBe('continue'));
    it('for the second time: the earlier stream is recognized', () => {
      const again = { ...over, streamId: 's1', startedAt: at(390_000), resumedAt: start };
      expect(saw(live({ streamId: 's2', startedAt: at(390_000) }), again).kind).toBe('continue');
    });
  });
  it('returns after it counted as over in some servers: those are notified', () => {
    const over = session({ offlineSince: at(0), offlineObservations: 2, graceTold: 5, nextGraceAt: at(600_000) });
    expect(decide({ open: over, latest: over, isSigned: false, snapshot: live(), now: at(400_000) })).toEqual({
      kind: 'continue',
      needsEdit: true,
    });
  });
  it('after its return the current id or start identifies it', () => {
    const later = new Date(start.getTime() + minutes(3));
    const [now, resumedAt] = [new Date(start.getTime() + minutes(90)), later];
    const [known, nameless] = [session({ streamId: 's2', resumedAt }), session({ streamId: null, resumedAt })];
    const back = { isSigned: false, now };
    const again = { kind: 'continue', needsEdit: false };
    expect(
      decide({ snapshot: live({ streamId: 's2', startedAt: later }), open: known, latest: known, ...back }),
    ).toEqual(again);
    const plain = live({ streamId: null, startedAt: later });
    expect(decide({ snapshot: plain, open: nameless, latest: nameless, ...back })).toEqual(again);
  });

  it('under another address: messages are edited', () => {
    const open = session();
    const snapshot = live({ streamId: 's2', url: 'https://kick.com/x/2' });
    expect(decide({ snapshot, open, latest: open, isSigned: false, now: start })).toEqual({
      kind: 'continue',
      needsEdit: true,
    });
  });

  it('is another stream after a long silence: the old one ends for servers that were not notified, a new one opens', () => {
    const back = live({ streamId: 's2', startedAt: at(3_600_000) });
    expect(decide({ ...known, snapshot: back, now: at(3_600_000) })).toEqual({
      kind: 'replace',
      told: [0, 5, 10, 15],
      at: start,
    });
    const half = session({ offlineSince: at(0), offlineObservations: 2, graceTold: 5 });
    expect(decide({ open: half, latest: half, isSigned: false, snapshot: back, now: at(3_600_000) })).toMatchObject({
      told: [10, 15],
    });
  });
  it.each([-86_400_000, 86_400_000])('is the same after the clock jumped by %i', (jump) =>
    expect(decide({ ...known, snapshot: live(), now: at(jump) })).toEqual(goesOn(false)),
  );
});

describe('a channel that goes offline', () => {
  const open = session();
  const known = { open, latest: open };

  it('is silent at once after a signed push: servers without a grace are notified', () =>
    expect(decide({ ...known, isSigned: true, snapshot: offline, now: at(1000) })).toEqual({
      kind: 'silent',
      observations: 2,
      since: at(1000),
      ends: { told: [0], nextAt: at(1000 + minutes(5)), isLast: false },
    }));
  it('is not over after one answer, however long ago', () =>
    expect(decide({ ...known, isSigned: false, snapshot: offline, now: at(9e6) }).kind).toBe('doubt'));
  it('is silent after a second answer, counted from the first', () => {
    const doubted = session({ offlineSince: at(1000), offlineObservations: 1 });
    expect(
      decide({ open: doubted, latest: doubted, isSigned: false, snapshot: offline, now: at(31_000) }),
    ).toMatchObject({ kind: 'silent', since: at(1000), ends: { told: [0] } });
  });
  it('is left to the clock from then on', () => {
    const silent = session({ offlineSince: at(1000), offlineObservations: 2, graceTold: 0, nextGraceAt: at(301_000) });
    for (const isSigned of [true, false]) {
      expect(decide({ open: silent, latest: silent, isSigned, snapshot: offline, now: at(9e6) }).kind).toBe('nothing');
    }
  });
});

describe('expired graces', () => {
  it.each([
    [0, null, [0], 5, false],
    [4.9, 0, [], 5, false],
    [5, 0, [5], 10, false],
    [10, 0, [5, 10], 15, false],
    [15, 10, [15], null, true],
    [600, null, [0, 5, 10, 15], null, true],
    [-600, null, [0], 5, false],
  ])('after %d minutes, with the grace %s: %j', (silent, told, due, next, isLast) =>
    expect(endsOf({ since: start, told, now: at(minutes(silent)) })).toEqual({
      told: due,
      nextAt: next === null ? null : at(minutes(next)),
      isLast,
    }),
  );
});

describe('pushes and answers that contradict each other', () => {
  it('a cache that does not know the start yet ends nothing', () => {
    const open = session({ hintedAt: start });
    const asked = { open, latest: open, isSigned: false, snapshot: offline };
    expect(decide({ ...asked, now: at(119_000) }).kind).toBe('nothing');
    expect(decide({ ...asked, now: at(121_000) }).kind).toBe('doubt');
  });
  it('a cache that does not know the end yet reverts nothing', () => {
    const open = session({ hintedAt: start, offlineSince: start, offlineObservations: 2, graceTold: 0 });
    const asked = { open, latest: open, isSigned: false, now: at(60_000) };
    expect(decide({ ...asked, snapshot: live() }).kind).toBe('nothing');
    expect(decide({ ...asked, snapshot: live({ streamId: 's2', startedAt: at(50_000) }) }).kind).toBe('follow');
    expect(decide({ ...asked, snapshot: live(), now: at(121_000) }).kind).toBe('continue');
  });
  it('an outdated push is ignored', () => {
    const open = session({ hintedAt: at(60_000), offlineSince: at(60_000), offlineObservations: 2, graceTold: 0 });
    const late = { open, latest: open, isSigned: true, occurredAt: at(30_000), now: at(70_000) };
    expect(decide({ ...late, snapshot: live() }).kind).toBe('nothing');
    expect(decide({ ...late, snapshot: offline }).kind).toBe('nothing');
  });
  it('an old end does not end a stream that was live since', () => {
    const open = session({ lastSeenAt: at(600_000) });
    const told = { open, latest: open, isSigned: true, snapshot: offline, now: at(600_000) };
    expect(decide({ ...told, occurredAt: at(300_000) }).kind).toBe('nothing');
    expect(decide({ ...told, occurredAt: at(590_000) }).kind).toBe('silent');
  });
});

describe('a late message about a stream that is over', () => {
  const over = session({ endedAt: at(1000) });
  it('soon after: the session is reopened, not announced again', () =>
    expect(decide({ open: null, latest: over, isSigned: true, snapshot: live(), now: at(2000) }).kind).toBe('reopen'));
  it('much later: nothing', () =>
    expect(decide({ open: null, latest: over, isSigned: true, snapshot: live(), now: at(9e6) }).kind).toBe('nothing'));
  it('from an answer without a push: it continues', () =>
    expect(decide({ open: null, latest: over, isSigned: false, snapshot: live(), now: at(9e6) }).kind).toBe('reopen'));
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
