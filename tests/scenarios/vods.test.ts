import { notifications, vods } from '@tally/contract';
import { hours, minutes } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { BufferSource, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expire } from '../../packages/features/src/vods/service/sweep.ts';

/** A server keeps recordings. Each test continues where the last one stopped. */
let api: TestApi;
let token: string;
let room: string;

interface Listed {
  recordings: {
    id: string;
    title: string;
    state: string;
    reason: string | null;
    message: string | null;
    bytes: number | null;
    watchUrl: string | null;
    allowedUntil: string | null;
    url: string;
  }[];
  usedBytes: number;
  choices: number[];
}

const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
const list = async () => {
  const { status, json } = await api.call(vods.listRecordings, { params: { guildId: nightCity } }, token);
  expect([status, json]).toMatchObject([200, {}]);
  return json.data as Listed;
};
const watch = async (fileKey: string, guildId: string = nightCity) =>
  await api.request('GET', `/data/vods/${guildId}/${fileKey}?noRedirect`);
/** Runs a stream of this many seconds. */
async function stream(title: string, seconds: number): Promise<void> {
  kick('go-live', { who: 'nordwind', title });
  await until(async () =>
    expect((await api.ctx.db.execute(`select 1 from stream_sessions where ended_at is null`)).rows).toHaveLength(1),
  );
  // Otherwise the clock could pass the end first, and the stream would be over before its post.
  await until(async () =>
    expect(
      (
        await api.ctx.db.execute(`select 1 from deliveries d join stream_sessions s on s.id = d.session_id
                                  where s.ended_at is null and d.state <> 'queued'`)
      ).rows,
    ).toHaveLength(1),
  );
  await api.pass(seconds * 1_000);
  kick('end', { who: 'nordwind' });
  await until(async () =>
    expect(
      (await api.ctx.db.execute('select 1 from stream_sessions where offline_since is not null and ended_at is null'))
        .rows,
    ).toHaveLength(1),
  );
  await api.pass(minutes(17));
}
/** Moves the clock until the newest recording has this state, because a real wait would take a minute. */
const newestIs = async (title: string, state: string) =>
  await until(async () => {
    const [newest] = (await list()).recordings;
    if (newest?.title !== title || newest.state !== state) await api.pass(minutes(1));
    expect(newest).toMatchObject({ title, state });
    return newest as Listed['recordings'][number];
  });

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', RECORDINGS_FREE_GB: '0' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  const made = (await api.sim.discord.controls['add-channel']?.({ guild_id: nightCity, name: 'alerts' })) as {
    id: string;
  };
  room = made.id;
  const params = { guildId: nightCity, platform: 'kick', streamer: 'nordwind' } as const;
  const body = { notificationChannelId: room, vodsChannelId: room, enableVodDownloading: true } as never;
  await api.call(notifications.addStreamer, { params, query: {}, body }, token);
});
afterAll(() => api.close());

describe('a stream whose recording a server keeps', () => {
  let id = '';
  let kept: Listed['recordings'][number];
  /** Returns how many messages there are, and whether any of them links to us or to Kick's recording. */
  const leadsTo = () => {
    const messages = [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])];
    const posted = JSON.stringify(messages.map(({ content, embeds, components }) => [content, embeds, components]));
    return [messages.length, posted.includes(String(kept.watchUrl)), posted.includes(kept.url)];
  };

  it('is saved once it ends, and can be watched from then on, in parts', async () => {
    await stream('Northern light', 70);
    kept = await newestIs('Northern light', 'kept');
    id = kept.id;
    expect(kept.watchUrl).toBe(`${api.ctx.config.webUrl}/vods/${nightCity}/${id}`);
    const { json, headers } = await watch(id);
    const { tempUrl } = json.data as { tempUrl: string };
    expect(headers['cache-control']).toContain('no-store');
    const { pathname, search } = new URL(tempUrl);
    const file = await api.request('GET', pathname + search);
    const [part, head] = await Promise.all([
      api.request('GET', pathname + search, { headers: { range: 'bytes=4-7' } }),
      api.request('HEAD', pathname + search),
    ]);
    expect([file.status, part.status, part.text, Number(head.headers['content-length'])]).toEqual([
      200,
      206,
      'ftyp',
      kept.bytes,
    ]);
    const bytes = await api.ctx.files.get(`vods/${id}.mp4`);
    const input = new Input({ source: new BufferSource(new Uint8Array(bytes ?? [])), formats: [MP4] });
    const video = await input.getPrimaryVideoTrack();
    expect(Math.round(await input.computeDuration())).toBe(70);
    expect([video?.displayHeight, (await input.getPrimaryAudioTrack())?.codec]).toEqual([720, 'aac']);
  });

  it("replaces Kick's link in the posted message of the stream", async () => {
    await until(() => expect(leadsTo()).toEqual([2, true, false]));
    const post = { channelId: room, url: expect.stringContaining(`/channels/${nightCity}/${room}/`) };
    expect(await newestIs('Northern light', 'kept')).toMatchObject({ post });
  });

  it('is reached from its short address, with its title', async () => {
    const away = await api.request('GET', `/data/vods/${nightCity}/${id}`);
    expect([away.status, String(away.headers.location)]).toEqual([302, expect.stringContaining('/files/vods/')]);
    const page = await api.call(vods.showRecording, { params: { guildId: nightCity, fileKey: id } });
    expect(page.json.data).toMatchObject({
      title: 'Northern light',
      streamerUserName: 'nordwind',
      platform: 'kick',
      server: { name: 'Night City' },
      chapters: [{ name: expect.any(String), atSeconds: 0 }],
    });
  });

  it('refuses an invented key, one of another server, and a changed address', async () => {
    const refused = await Promise.all([
      watch('AAAAAAAAAAAAAAAAAAAAAAAA'),
      watch(id, '900000000000000009'),
      watch('..%2F..%2Fetc'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, expect.any(Number)]);
    const { tempUrl } = (await watch(id)).json.data as { tempUrl: string };
    const { pathname, search } = new URL(tempUrl);
    expect((await api.request('GET', pathname)).status).toBe(404);
    expect((await api.request('GET', pathname.replace(id, `${id}x`) + search)).status).toBe(404);
    await api.pass(hours(1) + 1_000);
    expect((await api.request('GET', pathname + search)).status).toBe(404);
    expect((await watch(id)).status).toBe(200);
  });

  it('can be kept for as long as the plan allows, counted from when it was saved', async () => {
    const keep = (hoursToKeep: number) =>
      api.call(
        vods.keepRecording,
        { params: { guildId: nightCity, recordingId: id }, body: { hours: hoursToKeep as 12 } },
        token,
      );
    const odd = { token, body: { hours: 13 } };
    const path = `/data/guild/${nightCity}/recordings/${id}`;
    expect((await api.request('PATCH', path, odd)).status).toBe(400);
    const shortened = (await keep(12)).json.data as { savedAt: string; allowedUntil: string };
    expect(Date.parse(shortened.allowedUntil) - Date.parse(shortened.savedAt)).toBe(hours(12));
  });

  it('is deleted with its file when it expires, and the address says so', async () => {
    await api.pass(hours(12));
    expect(await watch(id)).toMatchObject({ status: 410, json: { code: 'recordingGone' } });
    // The scheduled job would use the database's clock.
    await expire(api.ctx);
    expect(await api.ctx.files.find(`vods/${id}.mp4`)).toBeNull();
    const { recordings, usedBytes } = await list();
    expect([recordings[0]?.state, recordings[0]?.reason, usedBytes]).toEqual(['over', 'expired', 0]);
    // Kick may keep the recording longer than this server does.
    await until(() => expect(leadsTo()).toEqual([2, false, true]));
  });
});

describe('failures at Kick', () => {
  it('for a moment is no loss: a missing piece, one that breaks off, an expired address', async () => {
    kick('recording-fault', { who: 'nordwind', kind: 'expires', segment: 3 });
    await stream('Second night', 60);
    const kept = await newestIs('Second night', 'kept');
    expect(kept.bytes).toBeGreaterThan(500_000);
    kick('recording-fault', { who: 'nordwind', kind: 'none' });
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
