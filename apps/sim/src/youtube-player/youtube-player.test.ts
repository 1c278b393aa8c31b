import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sim, startSim } from '../start.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await startSim({ limits: false });
});
afterEach(() => sim.close());

const referer = { referer: 'http://localhost:3000/' };
const control = (world: string, action: string, body: object) => sim.worlds.get(world)?.controls[action]?.(body);
const upload = (about: object = {}) => control('youtube', 'upload', { who: 'mkbhd', ...about }) as { video_id: string };

/** Reads the data that the page passes to its script. */
async function about(path: string, headers: Record<string, string> = referer): Promise<unknown> {
  const answer = await fetch(`${sim.url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return JSON.parse(/id="about">(.*?)<\/script>/.exec(await answer.text())?.[1] ?? '');
}
const embed = (id: string, headers?: Record<string, string>) =>
  about(`/youtube-player/embed/${id}?enablejsapi=1`, headers);

describe('the player of YouTube', () => {
  test('shows a video only to a page that sends its address', async () => {
    const { video_id: id } = upload({ title: '</script><b>bold</b>', seconds: 90 });
    expect(await embed(id)).toMatchObject({ title: '</script><b>bold</b>', seconds: 90, refusal: null });
    expect(await embed(id, {})).toMatchObject({ refusal: 153 });
  });

  test('refuses videos that are deleted, private or not embeddable, and says which', async () => {
    const [hidden, own] = [upload().video_id, upload().video_id];
    control('youtube', 'make-private', { who: 'mkbhd', video: hidden });
    control('youtube', 'allow', { who: 'mkbhd', video: own, embedding: false });
    expect(await embed('AAAAAAAAAAA')).toMatchObject({ refusal: 100 });
    expect(await embed('short')).toMatchObject({ refusal: 2 });
    expect(await embed(hidden)).toMatchObject({ refusal: 100 });
    expect(await embed(own)).toMatchObject({ refusal: 150 });
  });

  test('is broken on purpose until it is left alone, with numbers that it knows', async () => {
    const { video_id: id } = upload();
    control('youtube-player', 'trouble', { kind: 'error', code: 101, video: id });
    expect(await embed(id)).toMatchObject({ troubles: [{ kind: 'error', code: 101, video: id }] });
    expect(() => control('youtube-player', 'trouble', { kind: 'error', code: 7 })).toThrow('the player knows 150, 2');
    control('youtube-player', 'calm', {});
    expect(await embed(id)).toMatchObject({ troubles: [] });
  });

  test('a command that it does not know fails the run', async () => {
    await fetch(`${sim.url}/youtube-player/unknown/getSphericalProperties`, { method: 'POST' });
    expect(sim.unknownCalls).toMatchObject([{ world: 'youtube-player', path: '/unknown/getSphericalProperties' }]);
  });
});

describe('the player of TikTok', () => {
  test('shows a post from any account, and reports a deleted one', async () => {
    const made = control('tiktok', 'upload-video', { who: 'lena.bakes', text: 'A post' }) as { video_id: string };
    const path = `/tiktok-player/player/v1/${made.video_id}`;
    expect(await about(path, {})).toMatchObject({ title: 'A post', refusal: null });
    control('tiktok', 'make-private', { who: 'lena.bakes' });
    expect(await about(path)).toMatchObject({ refusal: 1001 });
  });
});
