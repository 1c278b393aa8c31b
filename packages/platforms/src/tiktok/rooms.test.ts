import { describe, expect, it } from 'vitest';
import {
  ago,
  ID,
  idAt,
  items,
  livePage,
  type Outside,
  off,
  open,
  ROOM,
  reason,
  START,
  WAF,
} from './__fixtures__/outside.ts';

describe('a room that was live', () => {
  const info = (over: object = {}) => ({
    status_code: 0,
    data: {
      id_str: ROOM,
      title: 'Still here',
      status: 2,
      create_time: 1,
      user_count: 99,
      cover: { url_list: ['https://cdn.example/r.png'] },
      hashtag: { title: 'Music' },
      owner: { id_str: ID, display_id: 'ada', nickname: 'Ada', sec_uid: 'MS4wAda' },
      ...over,
    },
  });
  const alive = (isAlive: boolean) => ({ status_code: 0, data: [{ alive: isAlive, room_id: 1, room_id_str: ROOM }] });
  async function started(outside: Outside) {
    const world = open({ '/@ada/live': livePage(), ...outside });
    const { memory } = await world.ask();
    world.calls.length = 0;
    return { world, memory };
  }

  it('is asked about by its id, without any page', async () => {
    const { world, memory } = await started({
      '/webcast/room/check_alive/': alive(true),
      '/webcast/room/info/': info(),
    });
    const { snapshot } = await world.ask(memory);
    expect(snapshot).toMatchObject({
      streamId: ROOM,
      startedAt: START,
      details: { title: 'Still here', category: 'Music', viewers: 99 },
    });
    expect(world.calls).toEqual([`/webcast/room/check_alive/?${ROOM}`, '/webcast/room/info/']);
  });

  it.each([
    ['nothing', { status: 500 }],
    ['that it is over after all', { status_code: 30_003, data: { message: 'room has finished' } }],
    ['of somebody else', info({ owner: { id_str: '999999', display_id: 'eve', nickname: 'Eve', sec_uid: 'x' } })],
  ])('keeps the known details where the new ones are %s', async (_, details) => {
    const { world, memory } = await started({
      '/webcast/room/check_alive/': alive(true),
      '/webcast/room/info/': details,
    });
    expect((await world.ask(memory)).snapshot).toMatchObject({
      state: 'live',
      streamId: ROOM,
      details: { title: 'Hello' },
    });
  });

  it('ends when the room reports it, even if every page is blocked', async () => {
    const { world, memory } = await started({ '/webcast/room/check_alive/': alive(false) });
    world.outside['/@ada/live'] = WAF;
    world.outside['/api-live/'] = WAF;
    const answer = await world.ask(memory);
    expect([reason(answer), answer.memory?.['room']]).toEqual(['offline', null]);
  });

  it('is unclear where the page still shows it', async () => {
    const { world, memory } = await started({ '/webcast/room/check_alive/': alive(false) });
    expect(reason(await world.ask(memory))).toBe('the page and the room disagree');
  });

  it('is followed by the next one', async () => {
    const { world, memory } = await started({ '/webcast/room/check_alive/': alive(false) });
    const next = idAt(new Date(START.getTime() + 600_000));
    world.outside['/@ada/live'] = livePage({ user: { roomId: next } });
    expect((await world.ask(memory)).snapshot).toMatchObject({ state: 'live', streamId: next });
  });

  it.each([
    ['is missing from the answer', { status_code: 0, data: [] }],
    ['can not be asked about', { status: 503 }],
    ['is answered with a captcha', { type: 'verify' }],
  ])('that %s is looked up', async (_, answer) => {
    const { world, memory } = await started({ '/webcast/room/check_alive/': answer });
    expect(reason(await world.ask(memory))).toBe('live');
    expect(world.calls).toContain('/@ada/live');
  });

  it('does not end with trouble', async () => {
    const { world, memory } = await started({ '/': WAF });
    world.outside['/@ada/live'] = WAF;
    world.outside['/api-live/'] = { status: 500 };
    const answer = await world.ask(memory);
    expect(answer).toMatchObject({ snapshot: { state: 'unknown' }, memory: { room: { id: ROOM } } });
  });
});

describe('a name that changed', () => {
  it('is found by the stable id', async () => {
    const world = open({ '/@ada/live': livePage(off) });
    const { memory } = await world.ask();
    Object.assign(world.outside, {
      '/@ada/live': { status: 404 },
      '/api-live/': { statusCode: 19_881_007, message: 'user_not_found' },
      '/api/creator/': items({ id: ID, uniqueId: 'ada.new', nickname: 'Ada' }, [idAt(ago(60))]),
      '/@ada.new/live': livePage({ name: 'ada.new' }),
    });
    const answer = await world.ask(memory);
    expect(answer).toMatchObject({ snapshot: { state: 'live' }, name: { name: 'ada.new', displayName: 'Ada' } });
    world.calls.length = 0;
    await world.ask({ ...answer.memory, room: null });
    expect(world.calls[0]).toBe('/@ada.new/live');
  });

  it('that moved to another channel is never mistaken for this one', async () => {
    const world = open({ '/@ada/live': livePage({ user: { id: '7000000000000000009' } }) });
    expect(reason(await world.ask({ name: 'ada', secUid: 'MS4wAda' }))).toMatch(/now has another id/);
  });

  it('that cannot be found is checked less often', async () => {
    const world = open({ '/api-live/': { statusCode: 19_881_007 } });
    const answer = await world.ask();
    expect(reason(answer)).toMatch(/@ada now has another id/);
    expect(answer.askAgainAt).toEqual(new Date(START.getTime() + 600_000));
  });
});
