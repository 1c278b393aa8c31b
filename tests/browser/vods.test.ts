import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '@tally/infra/db';
import { openRemux } from '@tally/infra/video';
import { silentLog } from '@tally/kernel';
import { violations } from '@tally/tests/accessibility';
import { demoUser, nightCity } from '@tally/tests/api';
import { layDatabase } from '@tally/tests/database';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Managers, viewers and staff see saved recordings. */
const dataDir = await mkdtemp(join(tmpdir(), 'tally-vods-'));
await seed();
const house = useHouse({ serverEnv: { DATA_DIR: dataDir, PLANS: 'unlimited' } });
const { open } = house;

/** Adds recordings directly, because the program looks for one 15 minutes after the end of a stream. */
async function seed(): Promise<void> {
  await layDatabase(dataDir);
  const database = await openDb({ dataDir, log: silentLog });
  const row = (id: string, title: string, more: string) =>
    database.db.execute(`
      insert into vod_recordings (id, platform, video_id, channel_id, channel_name, title, url, started_at, duration_seconds, found_at, state, reason, bytes, saved_at, file_key)
      values ('${id}', 'kick', '${id}', '7', 'nordwind', '${title}', 'https://kick.com/nordwind/videos/${id}', now() - interval '2 hours', 10, now(), ${more})`);
  await row('first', 'Northern light', `'kept', null, 400000, now(), 'vods/first.mp4'`);
  await row(
    'second',
    `<img src=x onerror="document.title=1"> ${'W'.repeat(80)}`,
    `'kept', null, 400000, now(), 'vods/second.mp4'`,
  );
  await row('third', 'For friends', `'link', 'forSubscribers', null, null, null`);
  await row('fourth', 'A long night', `'failed', 'unreachable', null, null, null`);
  await database.db.execute(`
    insert into vod_keepers (recording_id, server_id, streamer_name, hours, allowed_until)
    select id, '${nightCity}', 'nordwind', 72, case when state = 'kept' then saved_at + interval '72 hours' end from vod_recordings`);
  await database.db.execute(
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at) values ('kick', '7', 'nordwind', 'Nordwind', '', now())`,
  );
  await database.db.execute(`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, ended_at, url, details, categories)
    select gen_random_uuid(), 'kick', '7', started_at, started_at, started_at, started_at + interval '10 seconds', url, '{}',
           jsonb_build_array(jsonb_build_object('name', 'Chess', 'from', started_at),
                             jsonb_build_object('name', 'Just Chatting', 'from', started_at + interval '6 seconds'))
      from vod_recordings where id = 'first'`);
  await database.close();
  const mp4 = await record();
  await mkdir(join(dataDir, 'files', 'vods'), { recursive: true });
  for (const id of ['first', 'second']) await writeFile(join(dataDir, 'files', 'vods', `${id}.mp4`), mp4);
}

/** Returns ten seconds of video from the simulated Kick. */
async function record(): Promise<Uint8Array> {
  const segment = readFileSync(new URL('../../apps/sim/src/kick/media/segment-0.mpegts', import.meta.url));
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.0,\n0.ts\n#EXT-X-ENDLIST\n';
  const server = createServer((request, response) => void response.end(request.url === '/0.ts' ? segment : playlist));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { maxBytes: 1e7, maxRequests: 10, playlistBytes: 1e5, retries: 0, retryPauseMs: 1 };
  const stream = openRemux({ url: `${origin}/playlist.m3u8`, origins: [origin], headers: {}, ...limits });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  server.close();
  return bytes;
}

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

const list = `/dashboard/server/${nightCity}/vods`;

test('a manager sees which recordings are kept and why others are not, watches, shortens the time, and deletes', async () => {
  const manager = await open(list, { token: house.ownerToken });
  const { page } = manager;
  const first = page.getByRole('listitem', { name: 'Northern light' });
  await first.getByText('Kept until').waitFor();
  await page.getByText('It is for subscribers only.').waitFor();
  await page.getByText('The platform could not be reached for hours.').waitFor();
  await isWellMade(manager);

  await first.getByLabel(/^Keep for/).click();
  await page.getByRole('option', { name: '12 hours' }).click();
  await expect.poll(() => first.getByLabel(/^Keep for/).innerText()).toContain('12 hours');

  const own = await open(`/dashboard/user/${demoUser}/recordings`, { token: house.ownerToken });
  const kept = own.page.getByRole('listitem', { name: 'Northern light' });
  await kept.getByRole('link', { name: 'Watch' }).waitFor();
  await isWellMade(own);
  await kept.getByRole('link', { name: 'Night City' }).click();
  await own.page.waitForURL(`**${list}`);

  const viewer = await open(`/vods/${nightCity}/first`);
  await viewer.page.getByRole('heading', { name: 'Northern light' }).waitFor();
  const ask = (what: string) => viewer.page.evaluate(`document.querySelector('video').${what}`);
  await expect.poll(() => ask('duration')).toBeCloseTo(10, 0);
  await viewer.page.getByText('Saved by').waitFor();
  const chapters = viewer.page.getByRole('navigation', { name: 'Chapters' });
  await chapters.getByRole('button', { name: '00:00:06 Just Chatting' }).click();
  await expect.poll(() => ask('currentTime')).toBeGreaterThanOrEqual(6);
  await viewer.page.getByRole('button', { name: 'Share' }).waitFor();
  // Muted, because browsers play no sound before a click.
  await ask('muted = true');
  await ask('currentTime = 6');
  await ask('play()');
  await expect.poll(() => ask('currentTime')).toBeGreaterThan(6);
  expect(await viewer.page.locator('meta[property="og:video"]').getAttribute('content')).toContain('/data/vods/');
  await isWellMade(viewer);

  await first.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await first.getByText('It was deleted.').waitFor();
  await viewer.page.reload();
  await viewer.page.getByText('This recording no longer exists').waitFor();
  await isWellMade(viewer);
});

test('on a phone, in Arabic, hostile text stays text; staff take a recording down for everyone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, locale: 'ar-SA', colorScheme: 'light' } as const;
  const manager = await open(list, { token: house.ownerToken, ...phone });
  await manager.page.getByText('<img src=x').first().waitFor();
  await isWellMade(manager);
  const viewer = await open(`/vods/${nightCity}/second`, phone);
  await viewer.page.getByText('<img src=x').first().waitFor();
  await isWellMade(viewer);

  const staff = await open('/admin/vods', { token: house.ownerToken });
  const row = staff.page.getByRole('listitem').filter({ hasText: '<img src=x' });
  await row.getByText('1 server').waitFor();
  await isWellMade(staff);
  await row.getByRole('button', { name: 'Take down' }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
  await expect.poll(() => row.getByText('Deleted').count()).toBe(1);
  await viewer.page.reload();
  await viewer.page.getByText('لم يعد هذا التسجيل هنا').waitFor();
  const stranger = await open('/admin/vods', { token: await house.stack.logIn('200000000000000003') });
  await expect.poll(() => stranger.page.getByRole('heading', { name: /denied/i }).count()).toBe(1);
});
