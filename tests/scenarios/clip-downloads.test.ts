import { account, clips, type ClipPage, connections, notifications } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** A streamer on Twitch lets clips be downloaded, and takes that back; each test goes on where the last one stopped. */
let api: TestApi;
let token: string;
let room: string;

interface Shown {
  embeds: { title?: string }[];
  components?: { components: { label?: string; url?: string }[] }[];
}

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const act = (action: string, body: object) =>
  api.sim.worlds.get('twitch')?.controls[action]?.(body) as Record<string, string>;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });
const twitch = { platform: 'twitch' } as const;

/** The message about a new clip. */
async function cut(title: string, layouts: readonly string[] = ['landscape']): Promise<{ id: string; shown: Shown }> {
  const { clip_id: id = '' } = act('clip', { who: 'xqc', by: 'tinwhistler', title, layouts });
  await api.pass(minutes(11));
  const shown = await until(async () => {
    const { messages } = (await discord('messages', { channel_id: room })) as { messages: Shown[] };
    const found = messages.find(({ embeds }) => embeds[0]?.title === title);
    expect(found).toBeDefined();
    return found as Shown;
  });
  return { id, shown };
}
const buttonsOf = ({ components }: Shown) =>
  (components ?? []).flatMap((row) => row.components.map(({ label, url }) => [label, url]));
const open = async (clipId: string) => {
  const answer = await api.call(clips.showClip, { params: { ...twitch, clipId } });
  return answer.json.data as ClipPage;
};

async function link(depth: 'viewer' | 'clips'): Promise<void> {
  const begun = await api.call(connections.startConnecting, { params: twitch, query: { depth } }, token);
  const agreed = await fetch(`${String(begun.json.data)}&as=xqc`, { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '').searchParams;
  const body = { code: back.get('code') ?? '' };
  const query = { state: back.get('state') ?? '' };
  const linked = await api.call(connections.connect, { params: twitch, query, body }, token);
  expect([linked.status, linked.json]).toMatchObject([200, {}]);
}
const sharesClips = async () => {
  const { json } = await api.call(account.me, {}, token);
  return (json.data as { database: { twitchAccount: { sharesClips: boolean } | null } }).database.twitchAccount;
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'clips' })) as { id: string }).id;
  const body = { notificationChannelId: room, builtInClipsEnabled: true, builtInClipsChannelId: room } as never;
  const params = { guildId: nightCity, ...twitch, streamer: 'xqc' };
  await api.call(notifications.addStreamer, { params, query: {}, body }, token);
  await vi.waitUntil(
    async () => {
      const asked = `select 1 from channels where platform = 'twitch' and clips_asked_at is not null`;
      return (await api.ctx.db.execute(asked)).rows.length === 1;
    },
    { timeout: 30_000, interval: 200 },
  );
  act('go-live', { who: 'xqc', title: 'By lamplight' });
});
afterAll(() => api.close());

it('nobody has allowed it: no button, and the page says so', async () => {
  await link('viewer');
  expect(await sharesClips()).toMatchObject({ sharesClips: false });
  const { id, shown } = await cut('Before');
  expect(buttonsOf(shown).map(([label]) => label)).not.toContain('Download');
  expect(await open(id)).toMatchObject({ title: 'Before', state: 'notAllowed', landscapeUrl: null });
});

it('the streamer allows it: a button leads to our page, and from there to the file', async () => {
  await link('clips');
  expect(await sharesClips()).toMatchObject({ sharesClips: true });
  const { id, shown } = await cut('After');
  expect(buttonsOf(shown)).toContainEqual(['Download', `${api.ctx.config.webUrl}/clips/twitch/${id}`]);
  const page = await open(id);
  expect(page).toMatchObject({ streamer: 'xQc', title: 'After', state: 'ready', portraitUrl: null });
  const file = await fetch(page.landscapeUrl ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
});

it('a clip that Twitch has not made a file of, and one that nobody has posted', async () => {
  const { id } = await cut('Too early', []);
  expect(await open(id)).toMatchObject({ state: 'notYet' });
  for (const clipId of ['NobodyPostedIt', 'CarefulLamp71092938']) {
    expect((await api.call(clips.showClip, { params: { ...twitch, clipId } })).status).toBe(404);
  }
});

it('Twitch is away: the page says so, and not that it is forbidden', async () => {
  const { id } = await cut('During the outage');
  act('trouble', { kind: 'outage', minutes: 1 });
  expect(await open(id)).toMatchObject({ state: 'down' });
  act('calm', {});
  expect(await open(id)).toMatchObject({ state: 'ready' });
});

it('the account is unlinked: from then on no address is told, also of clips that were posted', async () => {
  const { id } = await cut('The last one');
  expect(await open(id)).toMatchObject({ state: 'ready' });
  const gone = await api.call(connections.disconnect, { params: twitch }, token);
  expect(gone.status).toBe(200);
  expect(await open(id)).toMatchObject({ state: 'notAllowed', landscapeUrl: null });
  const { shown } = await cut('Afterwards');
  expect(buttonsOf(shown).map(([label]) => label)).not.toContain('Download');
});
