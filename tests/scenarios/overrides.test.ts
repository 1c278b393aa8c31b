import { type GuildPatch, notifications, type OverrideBody, overrides, servers } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { runJob } from '@tally/tests/jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tests a server's notification settings in its channels. Every test has its own creator. */
let api: TestApi;
let token: string;
let alerts: string;
let stage: string;
let role: string;

interface Shown {
  content: string;
  embeds: { title?: string; description?: string; footer?: { text: string } }[];
  pinged: { everyone: boolean; roles: string[] };
}

const CHESS = 60;
const TALK = 15;
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const shownIn = async (channel: string) =>
  ((await discord('messages', { channel_id: channel })) as { messages: Shown[] }).messages;
const about = async (channel: string, name: string) =>
  (await shownIn(channel)).filter((message) => JSON.stringify(message).includes(name));
const inServer = { params: { guildId: nightCity } };

async function follow(name: string): Promise<void> {
  kick('add-creator', { username: name });
  const answer = await api.call(
    notifications.addStreamer,
    {
      params: { ...inServer.params, platform: 'kick', streamer: name },
      query: {},
      body: { notificationChannelId: alerts } as never,
    },
    token,
  );
  expect([name, answer.status]).toEqual([name, 200]);
}

const reasons = async (name: string) => {
  const query = { platform: 'kick', streamer: name } as const;
  const answer = await api.call(notifications.listJournal, { ...inServer, query }, token);
  const { rows } = answer.json.data as { rows: { reason: string | null }[] };
  return rows.map((row) => row.reason);
};
const untilReason = async (name: string, reason: string | null) =>
  await vi.waitFor(async () => expect(await reasons(name)).toEqual([reason]), 60_000);
const untilShown = async (channel: string, name: string) =>
  await vi.waitFor(async () => {
    const [message, ...more] = await about(channel, name);
    expect([message !== undefined, more]).toEqual([true, []]);
    return message as Shown;
  }, 60_000);

const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const save = async (override: Partial<OverrideBody> & { priorityOnConflict: number }) =>
  ok(
    await api.call(
      overrides.saveOverride,
      { ...inServer, query: {}, body: { applyTo: [], query: [], queryIn: [], actions: [], ...override } },
      token,
    ),
  );
const change = async (body: GuildPatch) => ok(await api.call(servers.updateServer, { ...inServer, body }, token));

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  const made = async (action: string, body: object) =>
    ((await discord(action, { guild_id: nightCity, ...body })) as { id: string }).id;
  alerts = await made('add-channel', { name: 'alerts' });
  stage = await made('add-channel', { name: 'stage' });
  role = await made('add-role', { name: 'Runners', mentionable: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await change({ notificationOverrides: [], ignoreIfNotCatchedByOverride: false, quietHours: null });
});

describe('an override', () => {
  it('cancels by the category, and is asked again when the category changes', async () => {
    await save({ priorityOnConflict: 1, query: ['chess'], queryIn: ['category'], actions: ['cancel'] });
    await follow('castler');
    kick('go-live', { who: 'castler', title: 'Good evening', category: CHESS });
    await untilReason('castler', 'override');
    expect(await about(alerts, 'castler')).toEqual([]);

    kick('change-category', { who: 'castler', category: TALK });
    const message = await untilShown(alerts, 'castler');
    expect(message.embeds[0]?.title).toBe('Good evening');
    await untilReason('castler', null);
  });

  it('sends it to another channel with another ping; there it stays, even if the title changes', async () => {
    await save({
      priorityOnConflict: 5,
      query: ['*speedrun*'],
      overrideChannelId: stage as never,
      overridePingRoleId: role as never,
    });
    await save({ priorityOnConflict: 9, query: ['/^bye+$/'], actions: ['cancel'] });
    await follow('sprinter');
    kick('go-live', { who: 'sprinter', title: 'Any% SpeedRunning' });
    const message = await untilShown(stage, 'sprinter');
    expect(message.pinged.roles).toEqual([role]);
    expect(message.content).toContain(`<@&${role}>`);

    kick('change-title', { who: 'sprinter', title: 'Byeee' });
    await vi.waitFor(async () => expect((await about(stage, 'sprinter'))[0]?.embeds[0]?.title).toBe('Byeee'), 60_000);
    expect((await about(stage, 'sprinter'))[0]?.content).toContain(`<@&${role}>`);
    expect(await about(alerts, 'sprinter')).toEqual([]);
  });

  it('lasts for its duration, and no longer', async () => {
    await save({ priorityOnConflict: 1, query: ['chess'], actions: ['cancel'], durationMinutes: 30 });
    await follow('patient');
    kick('go-live', { who: 'patient', title: 'Warming up', category: CHESS });
    await untilReason('patient', 'override');
    kick('change-category', { who: 'patient', category: TALK });
    await vi.waitFor(async () => {
      const { rows } = await api.ctx.db.execute(
        `select 1 from stream_sessions where details->>'title' = 'Warming up' and details->>'category' = 'Just Chatting'`,
      );
      expect(rows).toHaveLength(1);
    }, 60_000);
    await runJob(api.ctx, 'notifications/end-holds');
    expect(await reasons('patient')).toEqual(['override']);

    await api.pass(minutes(30));
    await runJob(api.ctx, 'notifications/end-holds');
    await untilShown(alerts, 'patient');
  });

  it('is the only way to a post if the server chose that', async () => {
    await change({ ignoreIfNotCatchedByOverride: true });
    await save({ priorityOnConflict: 1, query: ['finals'] });
    await follow('benchwarmer');
    await follow('finalist');
    kick('go-live', { who: 'benchwarmer', title: 'Just a talk' });
    kick('go-live', { who: 'finalist', title: 'The FINALS' });
    await untilReason('benchwarmer', 'onlyOverrides');
    await untilShown(alerts, 'finalist');
    expect(await about(alerts, 'benchwarmer')).toEqual([]);
    kick('change-title', { who: 'benchwarmer', title: 'Watching the finals' });
    await untilShown(alerts, 'benchwarmer');
  });

  it('is shown in the test box as it would have decided', async () => {
    const body = {
      overrides: [{ priorityOnConflict: 3, applyTo: [], query: ['finals'], queryIn: [], actions: ['cancel' as const] }],
    };
    const answer = await api.call(overrides.tryOverrides, { ...inServer, body }, token);
    const trials = answer.json.data as { streamerUserName: string; winner: number | null }[];
    const winners = new Map(trials.map((trial) => [trial.streamerUserName, trial.winner]));
    expect([winners.get('finalist'), winners.get('castler')]).toEqual([3, null]);
  });
});

describe('quiet hours', () => {
  /** Sets quiet hours for an hour around the current time. */
  const quiet = (mode: 'skip' | 'digest') => {
    const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString().slice(11, 16);
    return { enabled: true, timeZone: 'UTC', from: at(-minutes(10)), until: at(minutes(20)), mode };
  };

  /** Returns the journal's text about a stream's digest. */
  const heldUntil = async (name: string) => {
    const answer = await api.call(notifications.listJournal, { ...inServer, query: {} }, token);
    const { rows } = answer.json.data as { rows: { streamerUserName: string; kind: string; digest: unknown }[] };
    const row = rows.find(({ streamerUserName, kind }) => streamerUserName === name && kind === 'live');
    return row?.digest as { at: string; timeZone: string; isTold: boolean };
  };

  it('drop events, and the journal shows it', async () => {
    await change({ quietHours: quiet('skip') });
    await follow('whisperer');
    kick('go-live', { who: 'whisperer', title: 'Late' });
    await untilReason('whisperer', 'quietHours');
    await runJob(api.ctx, 'overrides/end-quiet-hours');
    expect(await about(alerts, 'whisperer')).toEqual([]);
    expect(await heldUntil('whisperer')).toBeNull();
  });

  it('or hold them for one digest at their end, which pings no one and is sent once', async () => {
    await change({ quietHours: quiet('digest') });
    await save({ priorityOnConflict: 1, query: ['elsewhere'], overrideChannelId: stage as never });
    for (const [name, title] of [
      ['owl', 'Night *shift*'],
      ['bat', 'Also at night'],
      ['moth', 'Elsewhere'],
    ] as const) {
      await follow(name);
      kick('go-live', { who: name, title });
      await untilReason(name, 'quietHours');
    }
    const until = await heldUntil('owl');
    expect(until).toMatchObject({ timeZone: 'UTC', isTold: false });
    kick('end', { who: 'bat' });
    await runJob(api.ctx, 'overrides/end-quiet-hours');
    expect([await about(alerts, 'owl'), await about(stage, 'moth')]).toEqual([[], []]);

    await api.pass(minutes(22));
    for (let time = 0; time < 3; time += 1) await runJob(api.ctx, 'overrides/end-quiet-hours');
    const digest = await untilShown(alerts, 'owl');
    await untilShown(stage, 'moth');
    await runJob(api.ctx, 'overrides/end-quiet-hours');
    expect(await about(alerts, 'owl')).toEqual([digest]);
    expect(digest.pinged).toMatchObject({ everyone: false, roles: [] });
    const [embed] = digest.embeds;
    expect(embed?.description).toContain('[owl](https://kick.com/owl)');
    expect(embed?.description).toContain('Night \\*shift\\*');
    expect(embed?.description).toContain('[bat](https://kick.com/bat)');
    expect(embed?.footer?.text).toContain('2 notifications were held');
    const told = await vi.waitFor(async () => {
      const found = await heldUntil('owl');
      expect(found).toMatchObject({ timeZone: 'UTC', isTold: true });
      return found;
    }, 60_000);
    expect(Math.abs(Date.parse(told.at) - Date.parse(until.at))).toBeLessThan(minutes(3));
    await vi.waitFor(async () => {
      const query = { kinds: ['digest' as const] };
      const answer = await api.call(notifications.listJournal, { ...inServer, query }, token);
      const { rows } = answer.json.data as { rows: { channelId: string; outcome: string }[] };
      expect(new Map(rows.map((row) => [row.channelId, row.outcome]))).toEqual(
        new Map([
          [alerts, 'posted'],
          [stage, 'posted'],
        ]),
      );
    }, 60_000);
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
