import { afterAll, beforeAll, expect, it } from 'vitest';
import { pick, startTestTikTok, type TestTikTok } from './test-world.ts';

let sim: TestTikTok;
beforeAll(async () => {
  sim = await startTestTikTok();
});
afterAll(() => sim.close());

const short = (about: object = {}) => new URL(pick(sim.control('shorten', { who: 'lena.bakes', ...about }), 'url'));
const follow = async ({ hostname, pathname }: URL) => {
  const { status, headers } = await sim.get(`/short/${hostname}${pathname}`);
  return [status, headers.get('location')];
};

it('the shortener redirects to the page of a video, with the parameters that the app adds', async () => {
  const id = pick(sim.control('upload-video', { who: 'lena.bakes' }), 'video_id');
  for (const host of ['vm.tiktok.com', 'vt.tiktok.com', 'www.tiktok.com']) {
    const [status, location] = await follow(short({ video: id, host }));
    expect([status, String(location).split('?')[0]]).toEqual([301, `https://www.tiktok.com/@lena.bakes/video/${id}`]);
    expect(String(location)).toContain('_r=1');
  }
});

it('an unknown code redirects to the front page', async () => {
  expect(await follow(new URL('https://vm.tiktok.com/ZMnobody/'))).toEqual([301, 'https://www.tiktok.com/?_r=1']);
});

it('its other hosts and paths are unknown', async () => {
  expect((await sim.get('/short/evil.test/ZMnobody/')).status).toBe(501);
  expect((await sim.get('/short/www.tiktok.com/ZMnobody/')).status).toBe(501);
});
