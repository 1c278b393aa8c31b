import { listContract } from '@tally/contract';
import { endClaims } from '@tally/infra/idempotency';
import type { Feature, Route } from '@tally/kernel';
import { type Answer, demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { featuresWithPlan } from '@tally/tests/plans';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Makes each call that is declared `once` in a process that dies after the commit and before the answer. */
let runs = 0;
let dies = false;

function mortal(route: Route): Route {
  if (!route.endpoint.once) return route;
  const handler: Route['handler'] = async (ctx, call) => {
    const reply = await route.handler(ctx, call);
    runs += 1;
    if (!dies) return reply;
    dies = false;
    // Returns an answer that cannot be written. An error would undo the transaction that the API opens for staff.
    return Symbol('the process died here');
  };
  return { ...route, handler };
}
const features = featuresWithPlan(nightCity, (plan) => plan).map(
  (feature): Feature => (feature.routes ? { ...feature, routes: feature.routes.map(mortal) } : feature),
);

let api: TestApi;
let token: string;
const guild = `/data/guild/${nightCity}`;
const prizes = `/data/giveaways/${nightCity}`;
const media = `/data/media/${demoUser}`;
const sql = async (statement: string) => await api.ctx.db.execute<Record<string, string>>(statement);
const valueOf = async (statement: string) => Object.values((await sql(statement)).rows[0] ?? {})[0] ?? '';
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const sim = (world: string, action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
const room = () => discord('add-channel', { guild_id: nightCity, name: 'prizes' }).id;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly file?: Buffer;
}
const send = async ({ method, path, ...ask }: Sent, headers = {}): Promise<Answer> =>
  await api.request(method, path, { ...ask, token, headers });
const ok = (answer: Answer): Answer => {
  expect(answer.text).toContain('"status":200');
  return answer;
};
const done = async (method: string, path: string, body?: object) => ok(await send({ method, path, body })).json.data;
const post = (path: string, body?: object): Sent => ({ method: 'POST', path, body });
const put = (path: string, body?: object): Sent => ({ method: 'PUT', path, body });

async function follow(isLive = false): Promise<string> {
  sim('kick', 'add-creator', { username: 'ada' });
  if (isLive) sim('kick', 'go-live', { who: 'ada', title: 'Lamps' });
  await done('POST', `${guild}/kick/ada`, { notificationChannelId: room(), clipChannelId: room() });
  return 'ada';
}
const giveaway = (more = {}) => ({ channelId: room(), name: 'A lamp', durationMinutes: 60, winnerCount: 1, ...more });
/** Creates a giveaway with one entrant, in any state. */
async function held({ when = 'now', state = '', more = {} } = {}): Promise<string> {
  await done('POST', `${prizes}?when=${when}`, giveaway(more));
  const id = await valueOf('select id from giveaways');
  await sql(
    `insert into giveaway_entries (giveaway_id, key, user_id, username, salt, tickets, entered_at) values ('${id}', 'k1', '${demoUser}', 'demo', 's', 1, now())`,
  );
  await sql(`update giveaways set people = 1, tickets = 1, has_entries = true where id = '${id}'`);
  if (state) await sql(`update giveaways set state = '${state}' where id = '${id}'`);
  return `${prizes}/${id}`;
}
async function shared(): Promise<string> {
  await done('PATCH', `/data/user/${demoUser}`, { mediaShare: { enabled: true } });
  const id = sim('youtube', 'upload', { who: 'mkbhd', title: 'A lamp', seconds: 60 })['video_id'];
  return `https://youtu.be/${id}`;
}
const wish = async (title: string) =>
  (await done('POST', '/data/feedback', { kind: 'idea', title, text: 'Brighter' })) as { wishId: string };
async function team(): Promise<string> {
  await done('POST', '/data/teams', { teamName: 'Lighthouse' });
  return await valueOf('select id from teams');
}
const picture = async () =>
  await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const post1 = { title: 'Lamps', content: 'Light.', authorName: 'Ada', authorIcon: 'https://example.com/a.png' };
const incident = () => ({
  title: 'Dark',
  impact: 'partial',
  components: ['pages'],
  isMaintenance: false,
  startsAt: api.clock.now().toISOString(),
  endsAt: null,
  text: 'No light.',
});

const calls: Readonly<Record<string, () => Promise<Sent>>> = {
  'blog.addBlog': async () =>
    post('/data/blogs', { identifier: 'lamps', ...post1, tags: [], isPinned: false, isPublic: false }),
  'creators.addCreator': async () => {
    const streamerUserName = await follow();
    return post(`${guild}/creators`, { name: 'Ada', channels: [{ platform: 'kick', streamerUserName }] });
  },
  'emotes.importEmotes': async () => {
    const name = await follow();
    const url = 'https://files.kick.com/emotes/1/fullsize';
    const emojis = { animated: [], normal: [{ name: 'lamp', url }] };
    return post(`${guild}/kick/${name}/emojis`, { emojis, lockToSubIfSet: false });
  },
  'faq.askQuestion': async () => post('/data/faq/ask', { question: 'Why?' }),
  'faq.answerQuestion': async () => {
    await done('POST', '/data/faq/ask', { question: 'Why?' });
    const id = await valueOf('select id::text from faq_questions');
    return put(`/admin/faq/questions/${id}`, { answer: 'So.', addToFaq: true });
  },
  'faq.addFaq': async () => post('/data/faq', { question: 'Why?', answer: 'So.' }),
  'feedback-board.addWish': async () => post('/data/feedback', { kind: 'idea', title: 'Lamp', text: 'Brighter' }),
  'feedback-board.addComment': async () =>
    post(`/data/feedback/${(await wish('Lamp')).wishId}/comments`, { text: 'Yes' }),
  'feedback-board.decideWish': async () =>
    put(`/admin/feedback/${(await wish('Lamp')).wishId}/state`, { state: 'planned', why: null }),
  'feedback-board.mergeWish': async () => {
    const [{ wishId }, { wishId: into }] = [await wish('Lamp'), await wish('Light')];
    return put(`/admin/feedback/${wishId}/merge`, { into });
  },
  'giveaways.createGiveaway': async () => post(prizes, giveaway()),
  'giveaways.uploadPicture': async () => ({ method: 'POST', path: `${prizes}/pictures`, file: await picture() }),
  'giveaways.resendGiveaway': async () => post(`${await held()}/resend`),
  'giveaways.startGiveaway': async () => post(`${await held({ when: 'later', more: { startInMinutes: 60 } })}/start`),
  'giveaways.endGiveaway': async () => post(`${await held()}/end`),
  'giveaways.pauseGiveaway': async () => post(`${await held()}/pause`),
  'giveaways.resumeGiveaway': async () => post(`${await held({ state: 'paused' })}/resume`),
  'giveaways.dropLostNeed': async () => {
    const { id } = discord('add-role', { guild_id: nightCity, name: 'lit', position: 1 });
    const path = await held({ more: { requirements: { roles: [id] } } });
    await sql(`update giveaways set settings = replace(settings::text, '${id}', '100200300400500600')::jsonb`);
    return post(`${path}/drop`);
  },
  'giveaways.duplicateGiveaway': async () => post(`${await held()}/duplicate`),
  'giveaways.rerollGiveaway': async () => {
    const path = await held({ state: 'ended' });
    await sql(
      'insert into giveaway_draws (giveaway_id, number, commitment, seed) select giveaway_id, 2, commitment, seed from giveaway_draws',
    );
    return post(`${path}/reroll`, {});
  },
  'giveaways.claimPrize': async () => {
    const path = await held({ state: 'ended' });
    await sql("update giveaways set claim_until = '2999-01-01'");
    await sql(
      `insert into giveaway_drawn (giveaway_id, number, place, key, user_id, username, salt, outcome) select id, 1, 1, 'k1', '${demoUser}', 'demo', 's', 'won' from giveaways`,
    );
    return post(`${path}/claim`);
  },
  'giveaways.leaveGiveaway': async () => post(`${await held()}/leave`),
  'giveaways.addTemplate': async () =>
    post(`${prizes}/templates`, {
      title: 'Lamps',
      settings: { name: 'A lamp', durationMinutes: 60, winnerCount: 1 },
    }),
  'media-sharing.submitMedia': async () => post(`${media}/items`, { text: await shared() }),
  'media-sharing.addMediaBan': async () =>
    post(`${media}/bans`, { kind: 'video', where: 'youtube', name: await shared() }),
  'media-sharing.addFiller': async () => post(`${media}/fillers`, { text: await shared() }),
  'media-sharing.renewPlayerAddress': async () => post(`${media}/player/address`),
  'media-sharing.requestMedia': async () => {
    const text = await shared();
    return post(`/data/media/rooms/${await valueOf('select name from media_rooms')}/requests`, { text });
  },
  'news.addNews': async () =>
    post('/data/news', {
      identifier: 'lamps',
      title: 'Lamps',
      date: '2026-01-01T00:00:00Z',
      changes: ['Light'],
      isPublic: false,
    }),
  'news.addNotice': async () =>
    post('/data/notices', {
      text: 'Light',
      href: null,
      severity: 'info',
      audience: 'everybody',
      from: '2026-01-01T00:00:00Z',
      until: null,
    }),
  'notifications.addStreamer': async () => {
    sim('kick', 'add-creator', { username: 'ada' });
    return post(`${guild}/kick/ada`, { notificationChannelId: room() });
  },
  'notifications.sendTest': async () => put(`${guild}/kick/${await follow()}`, {}),
  'notifications.postNow': async () => {
    await follow(true);
    return put(`${guild}/journal/${await valueOf('select id::text from deliveries')}`);
  },
  'overrides.saveOverride': async () => ({
    method: 'PATCH',
    path: `${guild}/overrides`,
    body: { priorityOnConflict: 1, applyTo: ['kick'], query: ['lamp'], queryIn: ['title'], actions: ['dontPing'] },
  }),
  'servers.postPanel sync': async () => put(`${guild}/panel/sync`, { platform: 'kick', syncChannel: room() }),
  'servers.postPanel birthday': async () => put(`${guild}/panel/birthday`, { birthdayChannelId: room() }),
  'servers.postPanel kickLeaderboard': async () =>
    put(`${guild}/panel/kickLeaderboard`, {
      streamerUserName: await follow(),
      leaderBoardChannelId: room(),
      leaderBoardTypes: ['weekly'],
    }),
  'servers.postPanel statCounters': async () =>
    put(`${guild}/panel/statCounters`, {
      platform: 'kick',
      streamerUserName: await follow(),
      types: ['liveUpdates', 'members'],
    }),
  'servers.testKickbot': async () => put(`${guild}/kickbot/clip?streamerUserName=${await follow()}`, {}),
  'servers.testGreeting welcome': async () => put(`${guild}/greet/welcome`, { welcomeChannelId: room() }),
  'servers.testGreeting birthday': async () => put(`${guild}/greet/birthday`, { birthdayChannelId: room() }),
  'servers.testGreeting starred': async () => put(`${guild}/greet/starred`, { starboard: { channelId: room() } }),
  'admin.showEmail': async () => post(`/admin/people/${demoUser}/email`, { reason: 'A ticket' }),
  'starboard.addStarboard': async () => post(`/data/starboards/${nightCity}`, { channelId: room() }),
  'status.addIncident': async () => post('/status/incidents', incident()),
  'status.tellIncident': async () => {
    const { incidentId } = (await done('POST', '/status/incidents', incident())) as { incidentId: string };
    return post(`/status/incidents/${incidentId}/updates`, { state: 'over', text: 'Light again.' });
  },
  'teams.createTeam': async () => post('/data/teams', { teamName: 'Lighthouse' }),
  'teams.inviteToTeam': async () => put(`/data/teams/${await team()}/invite`, { bitfieldToSet: '0' }),
  'teams.joinTeam': async () => {
    const code = (await done('PUT', `/data/teams/${await team()}/invite`, { bitfieldToSet: '0' })) as string;
    return put(`/data/teams/join?code=${code}`);
  },
  'welcome-leave.uploadCardPicture': async () => ({
    method: 'POST',
    path: `${guild}/greet/picture`,
    file: await picture(),
  }),
};

/** Stripe does the work, and a repeat finds it done (see the tests of `billing`). */
const foundAtStripe = [
  'billing.startCheckout',
  'billing.changeTier',
  'billing.changeAddons',
  'billing.resumeSubscription',
];

beforeAll(async () => {
  api = await testApi({ features, isWorking: true, env: { OWNER_IDS: demoUser, PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  dies = false;
  await api.reset();
  await sql(`insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`);
  token = await api.logIn();
});

test('each call that is declared once is tried', () => {
  const declared = listContract()
    .filter(({ endpoint }) => endpoint.once)
    .map(({ key }) => key);
  const tried = new Set([...Object.keys(calls).map((name) => name.split(' ')[0]), ...foundAtStripe]);
  expect([...tried].toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual(declared.toSorted());
});

test.each(Object.entries(calls))('%s: a lost answer is given again, and the work is done once', async (_, arrange) => {
  const sent = await arrange();
  const headers = { 'idempotency-key': 'k1' };
  [runs, dies] = [0, true];
  expect((await send(sent, headers)).text).toContain('"status":500');
  expect(runs).toBe(1);
  await endClaims(api.ctx);
  const again = ok(await send(sent, headers));
  expect([runs, again.headers['idempotency-replayed']]).toEqual([1, 'true']);
});
