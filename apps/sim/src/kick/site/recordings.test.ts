import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestKick, type TestKick } from '../test-world.ts';

let kick: TestKick;
beforeAll(async () => {
  kick = await startTestKick();
});
afterAll(() => kick.close());

const fromKick = { origin: 'https://kick.com', referer: 'https://kick.com/' };
const player = { video_player: { player: {} }, video_session: {}, user_session: { non_personalised_ads: true } };
const list = async () => {
  const answer = await fetch(`${kick.url}/kick/web/api/v1/channels/1676/videos`, { headers: fromKick });
  return ((await answer.json()) as { data: { id: string; duration: number; status: string }[] }).data;
};
const play = async (id: string, body: unknown = player, headers: Record<string, string> = fromKick) => {
  const url = `${kick.url}/kick/web/api/v1/stream/${id}/playback`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const json = (await answer.json()) as { data?: { playback_url?: { vod: string | null } } };
  return { status: answer.status, vod: json.data?.playback_url?.vod };
};
const read = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
};
const below = (master: string, path: string) => new URL(path, master).href;

test("a recording plays from the address that its page gets, and only with the page's headers", async () => {
  kick.control('go-live', { who: 'xqc' });
  kick.clock.advance(65_000);
  const [running] = await list();
  const id = running?.id ?? '';
  const live = (await play(id)).vod ?? '';
  expect((await read(below(live, `360p30/playlist.m3u8${new URL(live).search}`))).text).not.toContain('ENDLIST');
  kick.control('end', { who: 'xqc' });
  const { vod } = await play(id);
  expect(vod).toMatch(
    /\/ivs\/v1\/\d+\/676\/\d{4}\/\d{1,2}\/\d{1,2}\/\d{1,2}\/\d{1,2}\/[\w-]+\/media\/hls\/master\.m3u8\?token=/,
  );
  expect((await play(id, { video_player: {} })).status).toBe(400);
  expect((await play(id, player, {})).status).toBe(403);
  expect((await play('01a0c1f2-7b00-7d00-8a00-000000001007')).status).toBe(404);
  const master = await read(vod ?? '');
  const paths = master.text.split('\n').filter((line) => line.includes('playlist.m3u8'));
  expect(paths).toHaveLength(2);
  const playlist = below(vod ?? '', paths[0] ?? '');
  const { text } = await read(playlist);
  expect(text.match(/#EXTINF:10.000,/g)).toHaveLength(7);
  expect(text).toContain('#EXT-X-DISCONTINUITY');
  expect(text).toContain('#EXT-X-ENDLIST');
  const segments = text.split('\n').filter((line) => line.includes('.ts'));
  expect((await read(below(playlist, segments[6] ?? ''))).status).toBe(200);
  expect((await read(below(playlist, (segments[6] ?? '').replace('6.ts', '7.ts')))).status).toBe(403);
});

test('a token lasts an hour; without one only public recordings can be read', async () => {
  const [recording] = await list();
  const { vod } = await play(recording?.id ?? '');
  const address = vod ?? '';
  kick.clock.advance(3_601_000);
  expect(await read(address)).toMatchObject({ status: 403, text: expect.stringContaining('AccessDenied') });
  const bare = address.split('?')[0] ?? '';
  expect((await read(bare)).status).toBe(200);
  kick.control('recordings', { who: 'xqc', are: 'for subscribers' });
  expect([(await play(recording?.id ?? '')).vod, (await read(bare)).status]).toEqual([null, 403]);
  kick.control('recordings', { who: 'xqc', are: 'everywhere' });
});

test('a requested fault happens the requested number of times, at that segment', async () => {
  const [recording] = await list();
  const segment = async (number: number) => {
    const { vod } = await play(recording?.id ?? '');
    const url = new URL(vod ?? '');
    return await fetch(below(url.href, `360p30/${number}.ts${url.search}`));
  };
  kick.control('recording-fault', { who: 'xqc', kind: 'missing', segment: 2 });
  expect([(await segment(1)).status, (await segment(2)).status, (await segment(2)).status]).toEqual([200, 404, 200]);
  kick.control('recording-fault', { who: 'xqc', kind: 'short', segment: 0 });
  await expect(segment(0).then((answer) => answer.arrayBuffer())).rejects.toThrow(/./);
  kick.control('recording-fault', { who: 'xqc', kind: 'slow', segment: 0 });
  const reader = (await segment(0)).body?.getReader();
  expect((await reader?.read())?.value).toHaveLength(1_000);
  await reader?.cancel();
  kick.control('recording-fault', { who: 'xqc', kind: 'expires', segment: 0 });
  expect((await segment(0)).status).toBe(403);
});
