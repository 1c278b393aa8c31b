import { type Channel, hours, minutes, seconds, type Video } from '@tally/kernel';
import { ada, liveAt, type PlatformHouse, platformHouse, videoAt } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIPS_REASON, sweep } from '../index.ts';
import { sweepClips } from './clips.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(() => house.reset());
const now = () => house.clock.now();

describe('clips', () => {
  it('clips are asked for where a server wants them, often while live, and old ones are no news', async () => {
    const asked: Date[] = [];
    let clips: Video[] = [videoAt(now(), 'old clip', 'clip')];
    const listClips = async () => {
      asked.push(now());
      return clips;
    };
    house.connection.clips = { listClips };
    await sweepClips(house.ctx, house.platform);
    expect(asked).toEqual([]);
    await house.follow(ada, { reason: CLIPS_REASON });
    await sweepClips(house.ctx, house.platform);
    clips = [...clips, videoAt(now(), 'new clip', 'clip')];
    house.clock.move(minutes(10) - 1);
    await sweepClips(house.ctx, house.platform);
    expect(asked).toHaveLength(1);
    house.clock.move(1);
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await sweep(house.ctx, house.platform);
    await sweepClips(house.ctx, house.platform);
    house.clock.move(seconds(60));
    await sweepClips(house.ctx, house.platform);
    expect(asked).toHaveLength(3);
    expect(await house.hasTold('live', 'video')).toBe(true);
    // Two jobs send these events in either order.
    const told = house.told.find(({ kind }) => kind === 'video');
    expect(told).toMatchObject({ video: { id: 'new clip', kind: 'clip' } });
  });

  it('a clip that appears hours after it was cut is posted within a day; one from before the first follower never is', async () => {
    const since: Date[] = [];
    let clips: Video[] = [];
    const listClips = async (_channel: Channel, from: Date) => {
      since.push(from);
      return clips.filter(({ publishedAt }) => publishedAt >= from);
    };
    house.connection.clips = { listClips };
    await house.follow(ada, { reason: CLIPS_REASON });
    await sweepClips(house.ctx, house.platform);
    const began = now();
    house.clock.move(hours(3));
    const before = new Date(began.getTime() - minutes(5));
    clips = [videoAt(before, 'from before', 'clip'), videoAt(new Date(began.getTime() + minutes(5)), 'late', 'clip')];
    await sweepClips(house.ctx, house.platform);
    expect(await house.hasTold('video')).toBe(true);
    expect(house.told).toMatchObject([{ video: { id: 'late' } }]);
    // Between full passes, the sweep requests only new clips.
    house.clock.move(minutes(10));
    await sweepClips(house.ctx, house.platform);
    expect(since.map((from) => now().getTime() - from.getTime()).at(-1)).toBe(minutes(20));
    house.clock.move(hours(40));
    clips = [videoAt(new Date(now().getTime() - hours(25)), 'too late', 'clip')];
    await sweepClips(house.ctx, house.platform);
    expect(since.map((from) => now().getTime() - from.getTime()).at(-1)).toBe(hours(40) + minutes(10));
    expect(await house.hasTold('video')).toBe(true);
  });
});
