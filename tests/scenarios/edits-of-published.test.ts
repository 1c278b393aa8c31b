import { notifications } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Discord accepts about three edits an hour of a published message. Each test continues where the last one stopped. */
let api: TestApi;
let token: string;
let room: string;

interface Shown {
  readonly id: string;
  readonly flags: number;
  readonly embeds: readonly { title?: string; description?: string }[];
}

const patience = { timeout: 60_000, interval: 50 };
const guild = { guildId: nightCity };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const messages = () => api.sim.discord.state.channels.get(room)?.messages as ReadonlyMap<string, Shown>;
const shown = (id: string) => JSON.stringify(messages().get(id)?.embeds);
const isPublished = (message: Shown) => (message.flags & 1) === 1;
const edits = (id: string) =>
  api.sim.discord.state.requests.filter(({ method, path }) => method === 'PATCH' && path.endsWith(`/messages/${id}`));
const refusals = () => api.sim.discord.stats.byStatus[429] ?? 0;

/** Returns the last journal row about a streamer, and when the waiting edit may be sent. */
async function journal(streamer: string) {
  const query = { platform: 'kick', streamer } as const;
  const { json } = await api.call(notifications.listJournal, { params: guild, query }, token);
  type Row = { outcome: string; reason: string | null; explanation: string | null };
  const [row] = (json.data as { rows: Row[] }).rows;
  const [sentence, at] = (row?.explanation ?? '').split(/<t:(\d+):t>/);
  const inMinutes = Math.round((Number(at) * 1000 - api.clock.now().getTime()) / minutes(1));
  return { outcome: row?.outcome, reason: row?.reason, sentence, inMinutes };
}

/** Changes the title. Resolves when the message shows it, or the journal announces it. */
async function announce(who: string): Promise<string> {
  const known = new Set(messages().keys());
  kick('go-live', { who, title: 'Hello' });
  return await vi.waitFor(() => {
    const posted = [...messages().values()].find((message) => !known.has(message.id) && isPublished(message));
    expect(posted).toBeDefined();
    return posted?.id ?? '';
  }, patience);
}

/** Changes the title again. Resolves when the message shows it, or the journal announces it. */
async function retitle(who: string, id: string, title: string): Promise<void> {
  kick('change-title', { who, title });
  await vi.waitFor(async () => {
    const isSaid = shown(id).includes(title) || (await journal(who)).reason === 'editLimit';
    if (!isSaid) await api.pass(seconds(5));
    expect(isSaid).toBe(true);
  }, patience);
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  api.sim.discord.limits.settings.enabled = true;
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = discord('add-channel', { guild_id: nightCity, name: 'news', type: 5 }).id;
  for (const streamer of ['xqc', 'trainwreckstv', 'nordwind', 'kettlecorn']) {
    const body = {
      notificationChannelId: room,
      autoPublishIfAnnouncmentChannel: true,
      offlineGraceMinutes: 0,
    } as never;
    const params = { ...guild, platform: 'kick', streamer } as const;
    await api.call(notifications.addStreamer, { params, query: {}, body }, token);
  }
});
afterAll(() => api.close());

it('of many changes two are shown at once and then the newest, without a refusal; the journal shows when', async () => {
  const id = await announce('xqc');
  for (let place = 1; place <= 6; place += 1) await retitle('xqc', id, `Title ${place}`);
  expect(await journal('xqc')).toMatchObject({
    outcome: 'edited',
    reason: 'editLimit',
    sentence: 'Discord limits edits of published and old messages. The next one is possible at ',
  });
  const { inMinutes } = await journal('xqc');
  expect(inMinutes).toBeGreaterThan(50);
  await api.pass(minutes(inMinutes + 1));
  await vi.waitFor(() => expect(shown(id)).toContain('Title 6'), patience);
  await vi.waitFor(
    async () => expect(await journal('xqc')).toMatchObject({ outcome: 'edited', reason: null }),
    patience,
  );
  expect(refusals()).toBe(0);
});

it('the end card does not wait: one edit is kept for it', async () => {
  const id = await announce('trainwreckstv');
  for (let place = 1; place <= 4; place += 1) await retitle('trainwreckstv', id, `Title ${place}`);
  expect((await journal('trainwreckstv')).reason).toBe('editLimit');
  kick('end', { who: 'trainwreckstv' });
  await vi.waitFor(async () => {
    await api.pass(seconds(5));
    expect(await journal('trainwreckstv')).toMatchObject({ reason: null });
    expect(shown(id)).toContain('was live');
  }, patience);
  expect(refusals()).toBe(0);
});

it('where Discord has counted more than we have, it refuses once, and the channel’s other messages go their way', async () => {
  const id = await announce('nordwind');
  // Another program with the bot's token edits the message.
  for (let place = 1; place <= 3; place += 1) {
    api.sim.discord.limits.take({ name: 'hidden:crosspost-edit', limit: 3, windowMs: minutes(60) }, id);
  }
  for (let place = 1; place <= 4; place += 1) await retitle('nordwind', id, `Title ${place}`);
  await vi.waitFor(async () => expect((await journal('nordwind')).reason).toBe('editLimit'), patience);
  const other = await announce('kettlecorn');
  await retitle('kettlecorn', other, 'Something else');
  expect(shown(other)).toContain('Something else');
  expect(edits(id).filter(({ status }) => status === 429)).toHaveLength(1);
  expect(refusals()).toBe(1);
  expect(api.sim.discord.stats.invalid).toBe(0);
});
