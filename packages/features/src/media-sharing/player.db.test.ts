import type { PlayerSnapshot } from '@tally/contract';
import type { TestWorld } from '@tally/tests/world';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ada,
  asAda,
  ask,
  mediaWorld,
  openAdasRoom,
  playing,
  playingId,
  putPeople,
  roomOf,
  special,
  tell,
  tokenOf,
} from './__fixtures__/room.ts';
import { controlPlayer } from './service/player/act.ts';
import { copyAddress, renewAddress } from './service/player/address.ts';
import { keepTimeOf } from './service/player/keep-time.ts';
import { takeOverPlayer, watchPlayer } from './service/player/player.ts';
import { handleReport } from './service/player/report.ts';
import { changeShare } from './service/room/settings.ts';

let world: TestWorld;
let token: string;
beforeAll(async () => {
  world = await mediaWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  special.clear();
  await putPeople(world);
  await openAdasRoom(world);
  token = await tokenOf(world);
});

interface Page {
  readonly snapshots: PlayerSnapshot[];
  /** Waits for a snapshot with these values and returns the newest one. */
  see(part: Partial<PlayerSnapshot>): Promise<PlayerSnapshot>;
  close(): Promise<void>;
}
const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

function open(tab = 'tab-1', as = token): Page {
  const left = new AbortController();
  const snapshots: PlayerSnapshot[] = [];
  const over = (async () => {
    for await (const snapshot of watchPlayer(world.ctx(), { token: as, tab }, left.signal)) snapshots.push(snapshot);
  })();
  const page: Page = {
    snapshots,
    see: async (part) => {
      await vi.waitFor(() => expect(snapshots.at(-1)).toMatchObject(part), { timeout: 30_000, interval: 10 });
      return snapshots.at(-1) as PlayerSnapshot;
    },
    async close() {
      left.abort();
      await over;
    },
  };
  pages.push(page);
  return page;
}

const shows = (videoId: string) => ({ item: expect.objectContaining({ videoId }) as never });
const runs = async (videoId: string) => await vi.waitFor(async () => expect(await playingId(world)).toBe(videoId));
/** Runs the check that the queue runs when it is due. */
const keepTime = async () => {
  const item = await playing(world);
  if (item) await keepTimeOf(world.ctx(), { ownerId: ada, itemId: item.id });
};

describe('a page in OBS', () => {
  it('learns the current video, and every change', async () => {
    const page = open();
    await page.see({ item: null, isSilent: false, paused: false, volume: 50 });
    await ask(world, 'one');
    await page.see({ ...shows('one________'), second: 0 });
    await controlPlayer(asAda(world), ada, { action: 'pause' });
    await page.see({ paused: true });
    await changeShare(asAda(world), ada, { settings: { volume: 7, hideTitles: true } });
    const { item } = await page.see({ volume: 7 });
    expect(item?.title).toBeNull();
    const versions = page.snapshots.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  it('ends for good when its address is renewed, and the new one can be copied', async () => {
    const page = open();
    await page.see({ isOver: false });
    const url = await renewAddress(asAda(world), ada);
    await page.see({ isOver: true, item: null });
    expect(await copyAddress(asAda(world), ada)).toBe(url);
    await open('tab-2').see({ isOver: true });
    await expect(takeOverPlayer(world.ctx(), token, 'tab-1')).rejects.toMatchObject({ code: 'notFound' });
    expect(JSON.stringify(await roomOf(world))).not.toContain(url.split('/').at(-1));
  });

  it('ends when the room is closed', async () => {
    const page = open();
    await page.see({ isOver: false });
    await changeShare(asAda(world), ada, { enabled: false });
    expect(await page.see({ isOver: true })).toMatchObject({ item: null });
  });

  it('speaks the owner’s language to the end, also on a page that was opened after it', async () => {
    await world.db.execute(`update users set locale = 'ar-SA' where id = '${ada}'`);
    const page = open();
    await page.see({ isOver: false, locale: 'ar-SA' });
    await changeShare(asAda(world), ada, { enabled: false });
    await page.see({ isOver: true, locale: 'ar-SA' });
    expect(await open('tab-2').see({ isOver: true })).toMatchObject({ locale: 'ar-SA' });
  });

  it('costs no query while nothing changes', async () => {
    const page = open();
    await page.see({ isSilent: false });
    const asked = vi.spyOn(world.db, 'select');
    world.clock.move(60_000);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});

describe('two sources', () => {
  it('the second one is silent until it takes over', async () => {
    const first = open('tab-1');
    await first.see({ isSilent: false });
    const second = open('tab-2');
    await second.see({ isSilent: true });
    // The first page keeps the lease while it is connected, even if nothing plays.
    world.clock.move(60_000);
    const third = open('tab-3');
    await third.see({ isSilent: true });
    await takeOverPlayer(world.ctx(), token, 'tab-2');
    const all = await Promise.all([
      first.see({ isSilent: true }),
      second.see({ isSilent: false }),
      third.see({ isSilent: true }),
    ]);
    expect(all.map(({ isSilent }) => isSilent)).toEqual([true, false, true]);
  });

  it('reports of a silent one change nothing', async () => {
    const first = open('tab-1');
    await first.see({ isSilent: false });
    await ask(world, 'one');
    await tell(world, token, { type: 'started', tab: 'tab-2' });
    expect((await playing(world))?.startedAt).toBeNull();
    await tell(world, token, { type: 'error', tab: 'tab-2', code: 150 });
    await runs('one________');
  });

  it('the second one plays once the first has closed, and one that returns at once continues', async () => {
    const first = open('tab-1');
    await first.see({ isSilent: false });
    const second = open('tab-2');
    await second.see({ isSilent: true });
    await first.close();
    const again = open('tab-1');
    await again.see({ isSilent: false });
    await again.close();
    await vi.waitFor(async () => expect((await roomOf(world)).leaseProcess).toBeNull());
    // The silent page knows of the change and waits for the lease to end.
    const seen = second.snapshots.length;
    await vi.waitFor(() => expect(second.snapshots.length).toBeGreaterThanOrEqual(seen));
    await vi.waitFor(() => {
      world.clock.move(1_000);
      expect(second.snapshots.at(-1)?.isSilent).toBe(false);
    }, 30_000);
  });

  it('a dead process holds nothing: the same page continues, another one has to wait', async () => {
    await ask(world, 'one');
    const first = open('tab-1');
    await first.see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    await first.close();
    // Simulates a process that held the lease and died.
    const until = new Date(world.clock.now().getTime() + 15_000).toISOString();
    await world.db.execute(`update media_rooms set lease_process = 'dead', lease_until = '${until}'`);
    const other = open('tab-2');
    await other.see({ isSilent: true });
    const again = open('tab-1');
    expect(await again.see({ isSilent: false, ...shows('one________') })).toMatchObject({ isOver: false });
  });

  it('a page that is back after the death of its process gets time to report before its video fails', async () => {
    await ask(world, 'one');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    // The page is connected to this process, but the room still names the one that died.
    await world.db.execute(`update media_rooms set lease_process = 'dead'`);
    world.clock.move(25_000);
    await keepTime();
    expect(await playingId(world)).toBe('one________');
  });
});

describe('our clock', () => {
  const playTo = async (end: number) => {
    await tell(world, token, { type: 'started', second: 0 });
    for (let second = 5; second <= end; second += 5) {
      world.clock.move(5_000);
      await tell(world, token, { type: 'second', second });
    }
  };

  it('continues within five seconds when OBS returns', async () => {
    await ask(world, 'one');
    const page = open();
    await page.see(shows('one________'));
    await playTo(40);
    world.clock.move(3_000);
    await page.close();
    // No page is connected for an hour.
    world.clock.move(3_600_000);
    const { second } = await open('tab-2').see(shows('one________'));
    expect(second).toBe(43);
  });

  it('a page that was only cut off has played on', async () => {
    await ask(world, 'one');
    const page = open();
    await page.see(shows('one________'));
    await playTo(40);
    await page.close();
    world.clock.move(30_000);
    const again = open();
    expect((await again.see(shows('one________'))).second).toBe(70);
    // The page was away for so long that it would count as hung, so it first gets time to report.
    await keepTime();
    await runs('one________');
    await tell(world, token, { type: 'second', second: 71 });
    expect((await playing(world))?.second).toBe(71);
  });

  it('believes no end before 80 of 100 seconds, and no second ahead of it', async () => {
    await ask(world, 'one');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    world.clock.move(5_000);
    await tell(world, token, { type: 'second', second: 99 });
    expect((await playing(world))?.second).toBeLessThanOrEqual(10);
    await tell(world, token, { type: 'ended', second: 100 });
    await runs('one________');
    for (let passed = 5; passed < 80; passed += 5) {
      world.clock.move(5_000);
      await tell(world, token, { type: 'second', second: passed });
    }
    world.clock.move(1_000);
    await tell(world, token, { type: 'ended', second: 100 });
    expect(await playing(world)).toBeNull();
  });

  it('ends a video that plays too long, even if the page disagrees', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    for (let passed = 0; passed < 115; passed += 5) {
      world.clock.move(5_000);
      // The page keeps reporting the same second, so it makes no progress.
      await tell(world, token, { type: 'second', second: 1 });
      await keepTime();
    }
    expect(await playingId(world)).toBe('two________');
  });

  it('does not advance while it is paused, hidden, or waits for a press', async () => {
    await ask(world, 'one');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    world.clock.move(5_000);
    await controlPlayer(asAda(world), ada, { action: 'pause' });
    world.clock.move(60_000);
    await controlPlayer(asAda(world), ada, { action: 'play' });
    expect((await playing(world))?.second).toBe(5);
    await tell(world, token, { type: 'hidden' });
    world.clock.move(60_000);
    await keepTime();
    await tell(world, token, { type: 'shown' });
    world.clock.move(3_000);
    await tell(world, token, { type: 'second', second: 8 });
    expect((await playing(world))?.second).toBe(8);
  });
});

describe('videos that cannot be played', () => {
  it.each([
    [2, 'playerError'],
    [5, 'playerError'],
    [100, 'notFound'],
    [101, 'notEmbeddable'],
    [150, 'notEmbeddable'],
  ])('error %i makes room for the next one', async (code, reason) => {
    await ask(world, 'one');
    await ask(world, 'two');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'error', code });
    await runs('two________');
    const { rows } = await world.db.execute("select reason from media_items where state = 'failed'");
    expect(rows).toEqual([{ reason }]);
  });

  it('error 153 stops, informs the owner once, and plays the same again', async () => {
    await ask(world, 'one');
    const page = open();
    await page.see({ isSilent: false });
    await tell(world, token, { type: 'error', code: 153 });
    await tell(world, token, { type: 'error', code: 153 });
    await page.see({ paused: true, ...shows('one________') });
    const { rows } = await world.db.execute(`select user_id, message from bell_items`);
    expect(rows).toEqual([{ user_id: ada, message: expect.stringContaining('153') as string }]);
    await controlPlayer(asAda(world), ada, { action: 'play' });
    await page.see({ paused: false, ...shows('one________') });
    expect((await roomOf(world)).trouble).toBeNull();
  });

  it('nothing within ten seconds is a failure, but only while a page is there', async () => {
    await ask(world, 'one');
    world.clock.move(60_000);
    await keepTime();
    await runs('one________');
    await open().see({ isSilent: false });
    world.clock.move(9_000);
    await keepTime();
    await runs('one________');
    world.clock.move(1_000);
    await keepTime();
    expect(await playing(world)).toBeNull();
    const { rows } = await world.db.execute("select reason from media_items where state = 'failed'");
    expect(rows).toEqual([{ reason: 'neverStarted' }]);
  });

  it('three in a row pause, and one that played in between resets the count', async () => {
    special.set('c', { lengthSeconds: 1 });
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await ask(world, text);
    await open().see({ isSilent: false });
    const fail = () => tell(world, token, { type: 'error', code: 150 });
    await fail();
    await fail();
    await tell(world, token, { type: 'started', second: 0 });
    world.clock.move(1_000);
    await tell(world, token, { type: 'ended', second: 1 });
    await runs('d__________');
    await fail();
    await fail();
    expect((await roomOf(world)).paused).toBe(false);
    await fail();
    expect(await roomOf(world)).toMatchObject({ paused: true, trouble: 'failures' });
    const { rows } = await world.db.execute(`select title from bell_items`);
    expect(rows).toEqual([{ title: 'Media share has stopped' }]);
    await controlPlayer(asAda(world), ada, { action: 'play' });
    await runs('g__________');
  });

  it('a report about an earlier video changes nothing', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    await open().see({ isSilent: false });
    const old = (await playing(world))?.id ?? null;
    await controlPlayer(asAda(world), ada, { action: 'skip' });
    const late = { tab: 'tab-1', type: 'error', itemId: old, second: null, code: 150 } as const;
    expect(await handleReport(world.ctx(), token, late)).toMatchObject(shows('two________'));
    await runs('two________');
  });

  it('a page that hangs in the middle makes room, too', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    await open().see({ isSilent: false });
    await tell(world, token, { type: 'started', second: 0 });
    world.clock.move(120_000);
    await keepTime();
    expect(await playingId(world)).toBe('two________');
  });
});
