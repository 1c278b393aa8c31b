import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, pickList, startTestTikTok, type TestTikTok } from './test-world.ts';

let sim: TestTikTok;

beforeAll(async () => {
  sim = await startTestTikTok();
});
afterAll(() => sim.close());
beforeEach(() => void sim.control('calm'));

const live = (name: string) => sim.state(`/site/@${name}/live`);
const room = (state: unknown, ...path: string[]) => pick(state, 'LiveRoom', 'liveRoomUserInfo', ...path);
const goLive = (who: string, more: object = {}) => pick(sim.control('go-live', { who, ...more }), 'room_id');
const alive = async (...ids: string[]) =>
  pickList((await sim.get(`/webcast/webcast/room/check_alive/?aid=1988&room_ids=${ids.join(',')}`)).json, 'data').map(
    (each) => [pick(each, 'room_id_str'), Reflect.get(each as object, 'alive')],
  );
const browser =
  'app_name=tiktok_web&browser_name=Mozilla&browser_platform=MacIntel&device_platform=web_pc&os=mac&region=US';
const list = (secUid: string, count = 15) =>
  sim.get(
    `/site/api/creator/item_list/?aid=1988&type=1&count=${count}&cursor=${sim.clock.ms()}&secUid=${secUid}&${browser}`,
  );

describe('a broadcast', () => {
  it('gets a new room each time; the last one stays named, with status 4', async () => {
    const first = goLive('lena.bakes');
    expect(room(await live('lena.bakes'), 'liveRoom', 'status')).toBe('2');
    sim.control('end', { who: 'lena.bakes' });
    const over = await live('lena.bakes');
    expect([room(over, 'liveRoom', 'status'), room(over, 'user', 'roomId')]).toEqual(['4', first]);
    expect(goLive('lena.bakes')).not.toBe(first);
  });

  it('that drops is back in the same room after a while', async () => {
    const id = goLive('dockyard_dom');
    sim.control('drop', { who: 'dockyard_dom', minutes: 2 });
    expect(await alive(id)).toEqual([[id, false]]);
    sim.clock.advance(2 * 60_000 + 1);
    await expect.poll(() => alive(id)).toEqual([[id, true]]);
  });

  it('many rooms are asked about at once; their ids are written as bare numbers too', async () => {
    const ids = ['quietforest', 'runwithrui'].map((who) => goLive(who));
    sim.control('end', { who: 'runwithrui' });
    expect(await alive(...ids, '123')).toEqual([
      [ids[0], true],
      [ids[1], false],
      ['123', false],
    ]);
    const { text } = await sim.get(`/webcast/webcast/room/check_alive/?aid=1988&room_ids=${ids[0]}`);
    expect(text).toContain(`"room_id":${ids[0]},`);
  });

  it('no text breaks out of the page', async () => {
    const { text } = await sim.get('/site/@tagbreaker/live');
    expect(text.match(/<\/script>/g)).toHaveLength(2);
  });
});

describe('videos', () => {
  it('carry their time in the upper half of the id; pinned ones come first', async () => {
    const id = pick(sim.control('upload-video', { who: 'mathe.mit.mo', text: 'Neu' }), 'video_id');
    expect(Number(BigInt(id) >> 32n)).toBe(Math.floor(sim.clock.ms() / 1_000));
    const state = await sim.state('/site/embed/@mathe.mit.mo');
    const listed = pickList(pickEmbed(state, 'mathe.mit.mo'), 'videoList');
    expect(pick(listed[1], 'id')).toBe(id);
    expect(BigInt(pick(listed[0], 'id'))).toBeLessThan(BigInt(id));
  });

  it('have a page of their own, and an oEmbed', async () => {
    const id = pick(sim.control('upload-video', { who: 'mathe.mit.mo', text: 'Noch eins' }), 'video_id');
    const state = await sim.state(`/site/embed/v2/${id}`);
    expect(pick(state, 'source', 'data', `/embed/v2/${id}`, 'videoData', 'itemInfos', 'text')).toBe('Noch eins');
    const url = encodeURIComponent(`https://www.tiktok.com/@mathe.mit.mo/video/${id}`);
    expect(pick((await sim.get(`/site/oembed?url=${url}`)).json, 'title')).toBe('Noch eins');
    expect((await sim.get('/site/oembed?url=https%3A%2F%2Fexample.org')).status).toBe(400);
  });

  it("are listed by the lasting id under any name, at most 15, and only for a browser's headers", async () => {
    const secUid = room(await live('tinwhistler'), 'user', 'secUid');
    sim.control('rename', { who: 'tinwhistler', name: 'tin.whistler' });
    const { json } = await list(secUid);
    expect(pick(pickList(json, 'itemList')[0], 'author', 'uniqueId')).toBe('tin.whistler');
    expect(pick((await list(secUid, 16)).json, 'statusCode')).toBe('10201');
    const bare = await sim.get(`/site/api/creator/item_list/?aid=1988&type=1&count=5&cursor=1&secUid=${secUid}`);
    expect(pick(bare.json, 'statusCode')).toBe('10201');
  });

  it('of a private account are not shown', async () => {
    const state = await sim.state('/site/embed/@closed.door');
    expect(pickList(pickEmbed(state, 'closed.door'), 'videoList')).toEqual([]);
    const profile = await sim.state('/site/@closed.door');
    expect(pick(profile, '__DEFAULT_SCOPE__', 'webapp.user-detail', 'statusCode')).toBe('10222');
  });
});

function pickEmbed(state: unknown, name: string): unknown {
  let value = state;
  for (const key of ['source', 'data', `/embed/@${name}`]) value = Reflect.get(value as object, key);
  return value;
}

describe('people who do not exist', () => {
  it('is a 404, a number, or an empty list, depending on whom one asks', async () => {
    expect((await sim.get('/site/@nobody/live')).status).toBe(404);
    const call = await sim.get('/site/api-live/user/room/?aid=1988&sourceType=54&uniqueId=nobody');
    expect([call.status, pick(call.json, 'statusCode'), pick(call.json, 'message')]).toEqual([
      200,
      '19881007',
      'user_not_found',
    ]);
    expect(pick(await sim.state('/site/@nobody'), '__DEFAULT_SCOPE__', 'webapp.user-detail', 'statusCode')).toBe(
      '10221',
    );
    expect(pickList((await list('nobody')).json, 'itemList')).toEqual([]);
  });
});

describe('limits', () => {
  it('turn away an address that calls too often, and only that one', async () => {
    sim.control('limit', { perMinute: 2 });
    const from = (address: string) => sim.get('/site/@lena.bakes/live', { 'x-forwarded-for': address });
    const call = (address: string) =>
      sim.get('/site/api-live/user/room/?aid=1988&sourceType=54&uniqueId=lena.bakes', { 'x-forwarded-for': address });
    await from('10.0.0.1');
    await from('10.0.0.1');
    expect((await from('10.0.0.1')).text).toContain('slardar_us_waf');
    expect((await call('10.0.0.1')).status).toBe(429);
    expect((await from('10.0.0.2')).text).toContain('SIGI_STATE');
    sim.clock.advance(60_000);
    expect((await from('10.0.0.1')).text).toContain('SIGI_STATE');
    sim.control('limit', { perMinute: 120 });
  });

  it('pictures are valid for a day, and only with their signature', async () => {
    const url = room(await live('lena.bakes'), 'user', 'avatarThumb');
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(url.replace('x-signature=', 'x-signature=a'))).status).toBe(403);
    expect((await fetch(url.replace(/x-expires=\d/, 'x-expires=9'))).status).toBe(403);
    sim.clock.advance(25 * 3_600_000);
    expect((await fetch(url)).status).toBe(403);
  });

  it('trouble in one part leaves the others alone', async () => {
    sim.control('trouble', { kind: 'captcha', part: 'live pages' });
    expect((await sim.get('/site/@lena.bakes/live')).text).toContain('Verify to continue');
    expect((await sim.get('/site/embed/@lena.bakes')).text).toContain('FRONTITY');
    sim.control('trouble', { kind: 'geo' });
    expect((await sim.get('/site/embed/@lena.bakes')).status).toBe(302);
  });
});

it('no call was unknown, and an unknown call is reported', async () => {
  expect(sim.unknown).toEqual([]);
  expect((await sim.get('/site/foryou')).status).toBe(501);
  expect((await sim.get('/webcast/webcast/im/fetch/')).status).toBe(501);
});
