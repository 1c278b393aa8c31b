import {
  addons,
  errorStatus,
  type FixedLimit,
  fixedLimits,
  type Limits,
  type PlanLimit,
  type Platform,
  planCeilings,
  planLimits,
} from '@tally/contract';
import { type PlatformAddon, platformAddons, platforms } from '@tally/contract/platforms/words';
import { type Answer, demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { featuresWithPlan } from '@tally/tests/plans';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Fills every limit of the contract up to its last place. Then several callers request that place at once. */
const AT_ONCE = 5;
const ALLOWED = 3;
/** The team's rights with no bit set. */
const NO_RIGHTS = { bitfieldToSet: '0' };

const limits = Object.fromEntries(addons.map((addon) => [`max${addon}`, ALLOWED])) as Limits;
const withSmallPlan = featuresWithPlan(nightCity, (plan) => ({
  ...plan,
  limits,
  ceilings: { ...plan.ceilings, giveawaysAtOnce: ALLOWED },
}));

let api: TestApi;
let token: string;
const guild = `/data/guild/${nightCity}`;
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const sim = (world: string, action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
const ask = async (method: string, path: string, body?: object, by = token) =>
  await api.request(method, path, { token: by, body });
const sql = async (statement: string) => await api.ctx.db.execute(statement);
const each = <T>(count: number, work: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => work(place));
const ok = (answer: Answer): Answer => {
  expect(answer.text).toContain('"status":200');
  return answer;
};
const room = (place: number) => discord('add-channel', { guild_id: nightCity, name: `room-${place}` }).id;
const role = (place: number) => discord('add-role', { guild_id: nightCity, name: `role-${place}`, position: 1 }).id;
const newcomer = async (place: number) => await api.logIn(discord('add-user', { username: `newcomer${place}` }).id);

interface Race {
  readonly limit: number;
  /** The code of the expected refusal. */
  readonly refusal: string;
  /** Takes all places but one, then returns the request for the last one. */
  readonly fill: (count: number) => Promise<(place: number) => Promise<Answer>>;
}

/** The setup makes the same request as the race. */
const byAsking =
  (make: () => Promise<(place: number) => Promise<Answer>> | ((place: number) => Promise<Answer>)) =>
  async (count: number) => {
    const request = await make();
    for (let place = 0; place < count; place += 1) ok(await request(place));
    return async (place: number) => await request(count + place);
  };

/** Prepares rooms, roles and channels before the race. */
const prepared = async <T>(make: (place: number) => T | Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let place = 0; place < ALLOWED + AT_ONCE; place += 1) made.push(await make(place));
  return made;
};

const planned = (make: () => Promise<(place: number) => Promise<Answer>>): Race => ({
  limit: ALLOWED,
  refusal: 'planLimit',
  fill: byAsking(make),
});

const streamers = (platform: Platform): Race =>
  planned(async () => {
    const names = await prepared((place) => `streamer${place}`);
    for (const name of names) sim(platform, 'add-creator', { [platform === 'kick' ? 'username' : 'name']: name });
    const channelId = room(0);
    const query = platform === 'rumble' ? '?type=channel' : '';
    return async (place) => await ask('POST', `${guild}/${platform}/${names[place]}${query}`, { channelId });
  });

const roles = (path: string, body: (roleId: string, other: string) => object): Race =>
  planned(async () => {
    const [ids, other] = [await prepared(role), role(99)];
    return async (place) => await ask('PATCH', `${guild}/${path}`, body(ids[place] ?? '', other));
  });

/** A limit in the database that a request can see, filled by one statement. */
const fixed = (
  name: FixedLimit,
  refusal: string,
  make: () => Promise<{ row: (place: number) => string; request: (place: number) => Promise<Answer> }>,
): Race => ({
  limit: fixedLimits[name],
  refusal,
  async fill(count) {
    const { row, request } = await make();
    const [into] = row(0).split(' values ');
    if (count > 0) await sql(`${into} values ${each(count, (place) => row(place).split(' values ')[1]).join(', ')}`);
    return request;
  },
});

/** Streamers that the server follows. */
async function followed(): Promise<string[]> {
  const names = each(AT_ONCE, (place) => `streamer${place}`);
  for (const username of names) sim('kick', 'add-creator', { username });
  await sql(
    `insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at) values ${names
      .map((name, place) => `(gen_random_uuid(), '${nightCity}', 'kick', 'c${place}', '${name}', '{}', now(), now())`)
      .join(', ')}`,
  );
  return names;
}

async function team(by = token): Promise<string> {
  ok(await ask('POST', '/data/teams', { teamName: 'Lighthouse' }, by));
  const { json } = ok(await ask('GET', '/data/teams', undefined, by));
  return z.object({ managedTeam: z.object({ teamId: z.string() }) }).parse(json.data).managedTeam.teamId;
}
async function invitation(teamId: string, by = token): Promise<string> {
  const { json } = ok(await ask('PUT', `/data/teams/${teamId}/invite`, { ...NO_RIGHTS, maxUses: null }, by));
  return z.string().parse(json.data);
}
const join = async (code: string, by: string) => await ask('PUT', `/data/teams/join?code=${code}`, undefined, by);

const ofPlan = {
  ...(Object.fromEntries(platforms.map((each) => [platformAddons[each], streamers(each)])) as Record<
    PlatformAddon,
    Race
  >),
  AutoLiveRoles: roles('roles?type=autoLiveRoles', (roleId) => ({ roleId, filter: null })),
  StatusRoles: roles('roles?type=statusRoles', (roleId) => ({ roleId, texts: ['tally'] })),
  LinkedRoles: roles('linkedRoles', (roleId, other) => ({ roleId, onAddRolesToAdd: [other] })),
  Overrides: planned(
    async () => async (place) =>
      await ask('PATCH', `${guild}/overrides`, {
        priorityOnConflict: place + 1,
        applyTo: ['kick'],
        query: [`word ${place}`],
        queryIn: ['title'],
        actions: ['dontPing'],
      }),
  ),
  StickyMessages: planned(async () => {
    const rooms = await prepared(room);
    return async (place) => await ask('PATCH', `${guild}/stickyMessages`, { channelId: rooms[place], content: 'Hi' });
  }),
  Starboards: planned(async () => {
    const rooms = await prepared(room);
    return async (place) => await ask('POST', `/data/starboards/${nightCity}`, { channelId: rooms[place] });
  }),
  GiveawaysAtOnce: planned(async () => {
    const channelId = room(0);
    return async (place) =>
      await ask('POST', `/data/giveaways/${nightCity}`, {
        channelId,
        name: `Prize ${place}`,
        durationMinutes: 60,
        winnerCount: 1,
      });
  }),
} satisfies Partial<Record<PlanLimit, Race>>;

const ofContract = {
  giveawayTemplates: fixed('giveawayTemplates', 'tooManyTemplates', async () => ({
    row: (place) =>
      `insert into giveaway_templates (id, server_id, title, settings) values ('t${place}', '${nightCity}', 'Old ${place}', '{}')`,
    request: async (place) =>
      await ask('POST', `/data/giveaways/${nightCity}/templates`, {
        title: `New ${place}`,
        settings: { name: 'A lamp', durationMinutes: 60, winnerCount: 1 },
      }),
  })),
  giveawayPictures: fixed('giveawayPictures', 'tooManyPictures', async () => {
    const file = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    return {
      row: (place) =>
        `insert into giveaway_pictures (server_id, name, bytes) values ('${nightCity}', 'old ${place}', 1)`,
      request: async () => await api.request('POST', `/data/giveaways/${nightCity}/pictures`, { token, file }),
    };
  }),
  statCounters: fixed('statCounters', 'conflict', async () => {
    const names = await followed();
    return {
      row: (place) =>
        `insert into stat_counters (channel_id, server_id, kind, streamer_id, shown, wanted, created_at) values ('${place}', '${nightCity}', 'followers', gen_random_uuid(), '', '', now())`,
      request: async (place) =>
        await ask('PUT', `${guild}/panel/statCounters`, {
          platform: 'kick',
          streamerUserName: names[place],
          types: ['liveUpdates'],
        }),
    };
  }),
  creators: fixed('creators', 'tooManyCreators', async () => {
    const names = await followed();
    return {
      row: (place) =>
        `insert into creators (id, server_id, name, created_at) values (gen_random_uuid(), '${nightCity}', 'Old ${place}', now())`,
      request: async (place) =>
        await ask('POST', `${guild}/creators`, {
          name: `New ${place}`,
          channels: [{ platform: 'kick', streamerUserName: names[place] }],
        }),
    };
  }),
  teamMembers: fixed('teamMembers', 'teamFull', async () => {
    const teamId = await team();
    const code = await invitation(teamId);
    const people = await Promise.all(each(AT_ONCE, newcomer));
    return {
      row: (place) =>
        `insert into team_members (team_id, user_id, bitfield, joined_at) values ('${teamId}', 'm${place}', 0, now())`,
      request: async (place) => await join(code, people[place] ?? ''),
    };
  }),
  teamsJoined: fixed('teamsJoined', 'youAreInTooManyTeams', async () => {
    const codes: string[] = [];
    for (const leader of await Promise.all(each(AT_ONCE, newcomer)))
      codes.push(await invitation(await team(leader), leader));
    await sql(
      `insert into teams (id, leader_id, name, created_at) select 'team' || n, 'leader' || n, 'Old', now() from generate_series(0, 30) n`,
    );
    return {
      row: (place) =>
        `insert into team_members (team_id, user_id, bitfield, joined_at) values ('team${place}', '${demoUser}', 0, now())`,
      request: async (place) => await join(codes[place] ?? '', token),
    };
  }),
  openInvites: fixed('openInvites', 'tooManyInvites', async () => {
    const teamId = await team();
    return {
      row: (place) =>
        `insert into team_invites (id, team_id, code_hash, code, bitfield, created_at) values ('i${place}', '${teamId}', 'h${place}', '', 0, now())`,
      request: async () => await ask('PUT', `/data/teams/${teamId}/invite`, NO_RIGHTS),
    };
  }),
  fillerVideos: fixed('fillerVideos', 'mediaTooManyFillers', async () => {
    ok(await ask('PATCH', `/data/user/${demoUser}`, { mediaShare: { enabled: true } }));
    const videos = each(
      AT_ONCE,
      () => sim('youtube', 'upload', { who: 'mkbhd', title: 'A lamp', seconds: 60 })['video_id'],
    );
    return {
      row: (place) =>
        `insert into media_fillers (id, owner_id, provider, kind, video_id, added_at) values ('f${place}', '${demoUser}', 'youtube', 'youtube', 'v${place}', now())`,
      request: async (place) =>
        await ask('POST', `/data/media/${demoUser}/fillers`, { text: `https://youtu.be/${videos[place]}` }),
    };
  }),
  wishesADay: fixed('wishesADay', 'tooManyWishes', async () => ({
    row: () =>
      `insert into wish_writings (user_id, what, at) values ('${demoUser}', 'wish', '${api.clock.now().toISOString()}')`,
    request: async (place) =>
      await ask('POST', '/data/feedback', { kind: 'idea', title: `Lamp ${place}`, text: 'Brighter' }),
  })),
  commentsADay: fixed('commentsADay', 'tooManyComments', async () => {
    const { json } = ok(await ask('POST', '/data/feedback', { kind: 'idea', title: 'Lamp', text: 'Brighter' }));
    const { wishId } = z.object({ wishId: z.string() }).parse(json.data);
    // Staff make the answer, because staff have no limit.
    const by = await api.logIn(somebodyElse);
    return {
      row: () =>
        `insert into wish_writings (user_id, what, at) values ('${somebodyElse}', 'comment', '${api.clock.now().toISOString()}')`,
      request: async () => await ask('POST', `/data/feedback/${wishId}/comments`, { text: 'Yes' }, by),
    };
  }),
  openQuestions: fixed('openQuestions', 'tooManyOpenQuestions', async () => ({
    row: () =>
      `insert into faq_questions (user_id, locale, question, asked_at, state) values ('${demoUser}', 'en-US', 'Why?', now() - interval '9 days', 'open')`,
    request: async (place) => await ask('POST', '/data/faq/ask', { question: `Why ${place}?` }),
  })),
  questionsADay: fixed('questionsADay', 'tooManyQuestions', async () => ({
    row: () =>
      `insert into faq_questions (user_id, locale, question, asked_at, state) values ('${demoUser}', 'en-US', 'Why?', '${api.clock.now().toISOString()}', 'ignored')`,
    request: async (place) => await ask('POST', '/data/faq/ask', { question: `Why ${place}?` }),
  })),
  faqEntries: fixed('faqEntries', 'tooManyFaq', async () => ({
    row: (place) =>
      `insert into faq_entries (identifier, locale, question, answer, created_at, edited_at) values ('e${place}', 'en-US', 'Why?', 'So', now(), now())`,
    request: async (place) => await ask('POST', '/data/faq', { question: `Why ${place}?`, answer: 'So' }),
  })),
} satisfies Record<FixedLimit, Race>;

/** Plan limits that count nothing, because each is the maximum of one value. */
const values = new Set<PlanLimit>([
  'OfflineGraceMinutes',
  'AllowedVodDurationToSave',
  'RecordingHeight',
  'GiveawayDurationHours',
  'GiveawayRequirements',
  'GiveawayScheduleInFutureHours',
  'GiveawayWinners',
  // The plan limits only how many of a server's oldest streamers are saved. Any number may be chosen.
  'AmountOfStreamersSavingVods',
]);

/** Refusals that look like limits, but that two concurrent requests cannot bypass. */
const otherRefusals = new Set([
  // Uploads are checked and stored one after another.
  'tooManyFiles',
  // This size is measured together with `giveawayPictures`, under the same lock.
  'picturesFull',
  // Attempts are counted before each guess: packages/infra/src/tries.
  'tooManyWrongCodes',
  // Chats are counted in the process that holds the socket.
  'chatsFull',
  // Entries of a giveaway are counted while its row is locked.
  'giveawayFull',
  // Streams are counted in the process that holds them open.
  'tooManyStreams',
  // A unique column ensures that a team has one leader.
  'tooManyTeams',
]);

const races: Readonly<Record<string, Race>> = { ...ofPlan, ...ofContract };

beforeAll(async () => {
  api = await testApi({ features: withSmallPlan, isWorking: true, env: { OWNER_IDS: demoUser } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await sql(`insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`);
  token = await api.logIn();
});

describe('requests sent together', () => {
  it.each(Object.entries(races))('only one caller gets the last place of %s', async (_, { limit, refusal, fill }) => {
    const request = await fill(limit - 1);
    const answers = await Promise.all(each(AT_ONCE, request));
    const codes = answers.map(({ status, json }) => (status === 200 ? 'passed' : json.code));
    expect(codes.filter((code) => code === 'passed')).toHaveLength(1);
    expect(codes.filter((code) => code === refusal)).toHaveLength(AT_ONCE - 1);
  });
});

describe('the list of limits', () => {
  it('has every plan limit that counts something', () => {
    const all = Object.keys(planLimits(z.unknown())) as PlanLimit[];
    expect(all.filter((name) => !(name in ofPlan) && !values.has(name))).toEqual([]);
    expect([...addons, ...planCeilings].toSorted()).toEqual(all.toSorted());
  });

  it('has every refusal about a number', () => {
    const raced = new Set(Object.values(races).map(({ refusal }) => refusal));
    const about = Object.keys(errorStatus).filter((code) =>
      /^(tooMany|youAreInTooMany)|TooMany|Full$|^planLimit$/.test(code),
    );
    expect(about.filter((code) => !raced.has(code) && !otherRefusals.has(code))).toEqual([]);
  });
});
