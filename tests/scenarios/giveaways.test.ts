import { type GiveawayProof, giveaways, type ListedGiveaway, servers } from '@tally/contract';
import { checkDraw, discordTimeOf, momentOf, readSheet, recordOf } from '@tally/draw';
import { features } from '@tally/features/registry';
import { days, minutes, seconds } from '@tally/kernel';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { runJob } from '@tally/tests/jobs';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tests giveaways as entrants see them, and as a stranger who checks the draw sees them. */
let api: TestApi;
let token: string;
let hall: string;
let typist: ReturnType<typeof createTypist>;
const people: string[] = [];

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const drand = (action: string, body: object) => api.sim.worlds.get('drand')?.controls[action]?.(body);
const shown = async () => ((await discord('messages', { channel_id: hall })) as { messages: Shown[] }).messages;
const find = async (words: string): Promise<Shown> =>
  await vi.waitFor(async () => {
    const found = (await shown()).findLast((message) => JSON.stringify(message).includes(words));
    if (!found) throw new Error(`nothing says ${words}`);
    return found;
  }, 60_000);
const labelsOf = ({ components }: Shown) => components.flatMap((row) => row.components.map(({ label }) => label));

/** Runs the job that normally runs every minute. */
const keepTime = async () => await runJob(api.ctx, 'giveaways/keep-time');

/** Moves the clock until a condition holds, because beacon rounds and retry pauses follow it. */
async function until(words: string): Promise<Shown> {
  await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await keepTime();
    expect(JSON.stringify(await shown())).toContain(words);
  }, 30_000);
  return await find(words);
}

beforeAll(async () => {
  api = await chatApi();
  hall = ((await discord('add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string }).id;
  typist = createTypist(api, hall);
  for (let place = 0; place < 40; place += 1) {
    const { id } = (await discord('add-user', { username: `guest${place}` })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    people.push(id);
  }
});
afterAll(() => api.close());
beforeEach(async () => {
  token = await api.logIn();
});

async function start(options: object = {}): Promise<Shown> {
  const said = await typist.say('giveaway create', { prize: 'A lamp', duration: '2h', winners: 3, ...options });
  expect(said).toContain('has started');
  return await find('Fair draw · SHA-256');
}

async function idOf(prize: string): Promise<string> {
  const answer = await api.call(giveaways.listGiveaways, { params: { guildId: nightCity }, query: {} }, token);
  const { existing } = answer.json.data as { existing: { giveawayId: string; name: string }[] };
  return existing.find(({ name }) => name === prize)?.giveawayId ?? '';
}

/** Verifies a draw as a stranger does, without a login. */
async function prove(giveawayId: string, change = (sheet: string) => sheet) {
  const params = { guildId: nightCity, giveawayId };
  const proof = (await api.call(giveaways.getProof, { params })).json.data as GiveawayProof;
  const [draw] = proof.draws;
  const { text } = await api.call(giveaways.getSheet, { params: { ...params, draw: '1' } });
  if (!draw) throw new Error('there is no draw');
  const record = recordOf(proof.draws, draw, { own: change(text), first: text });
  return { proof, sheet: text, checks: checkDraw(record, proof.beacon) };
}

/** Returns the people in a giveaway's messages after this many draws were announced. */
async function untilDrawn(prize: string, draws: number): Promise<string[]> {
  const announced = async () =>
    (await shown()).filter(({ content }) => content.includes(`you won **${prize}**`)).length;
  await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await keepTime();
    expect(await announced()).toBe(draws);
  }, 30_000);
  return await vi.waitFor(async () => {
    const { embeds } = (await shown()).find(({ embeds }) => embeds[0]?.title === prize) ?? {};
    const text = embeds?.[0]?.description ?? '';
    expect(text).toContain('Winners:');
    return people.filter((each) => text.includes(`<@${each}>`));
  });
}

const green = {
  seed: 'right',
  sheet: 'right',
  round: 'right',
  posted: 'right',
  beacon: 'right',
  order: 'right',
  winners: 'right',
};

describe('a giveaway', () => {
  it('forty enter, one leaves the server, it ends, and a stranger draws the same winners again', async () => {
    const message = await start();
    const answers = await Promise.all(people.map(async (person) => await typist.press(message, 'Enter', person)));
    const receipts = answers.map((told) => /Receipt `([0-9a-f]{12})`/.exec(textOf(told))?.[1]);
    expect(new Set(receipts).size).toBe(40);
    expect(receipts).not.toContain(undefined);
    await until('"label":"40"');
    expect(textOf(await typist.press(message, 'Enter', people[0]))).toContain('You are already in');

    await discord('leave', { guild_id: nightCity, user_id: people[7] });
    const id = await idOf('A lamp');
    expect(await typist.say('giveaway end', { giveaway: id })).toContain('The draw follows');
    const result = await until('Congratulations');
    expect(result).toMatchObject({ message_reference: { message_id: message.id } });
    expect(result.content).not.toContain(people[7] ?? '');
    const ended = await find('Winners:');
    expect(labelsOf(ended)).toEqual(['Ended', 'Proof']);
    expect((await shown()).filter(({ content }) => content.includes('Congratulations'))).toHaveLength(1);

    const { proof, sheet, checks } = await prove(id);
    expect(checks).toEqual(green);
    const [draw] = proof.draws;
    if (!draw?.post) throw new Error('the hash was not posted');
    const { sheetHash, round, post } = draw;
    const published = (await shown()).filter(({ content }) => content.includes(`SHA-256 \`${sheetHash}\``));
    expect(published.map((each) => each.id)).toEqual([post.messageId]);
    expect(discordTimeOf(post.messageId).getTime()).toBeLessThan(momentOf(round ?? 0, proof.beacon).getTime());
    expect(
      readSheet(sheet)
        ?.entries.map(({ key }) => key.slice(0, 12))
        .toSorted(),
    ).toEqual(receipts.map(String).toSorted());
    expect(proof.draws[0]?.order.filter(({ outcome }) => outcome === 'won')).toHaveLength(3);
    // The messages mention only winners.
    for (const person of people.filter((each) => !result.content.includes(each))) {
      expect(JSON.stringify(proof)).not.toContain(person);
    }
    const changed = await prove(id, (text) => text.replace(/(\d)\n$/, (_, last) => `${Number(last) + 1}\n`));
    expect(changed.checks).toMatchObject({ sheet: 'wrong', order: 'wrong', winners: 'wrong' });
  });

  it('draws another in place of one winner, by the menu of its message and by command; the others stay', async () => {
    await start({ prize: 'A harp', winners: 2 });
    const message = await find('A harp');
    for (const person of people.slice(10, 14)) await typist.press(message, 'Enter', person);
    const id = await idOf('A harp');
    await typist.say('giveaway end', { giveaway: id });
    const first = await untilDrawn('A harp', 1);
    const asked = await typist.run('Reroll giveaway', {}, { targetId: message.id });
    expect(textOf(asked)).toContain('The others stay');
    const offered = asked.message ? labelsOf(asked.message) : [];
    expect(new Set(offered)).toEqual(new Set(['All winners', ...first.map((each) => `guest${people.indexOf(each)}`)]));
    await typist.press(asked.message, `guest${people.indexOf(first[0] ?? '')}`);
    const second = await untilDrawn('A harp', 2);
    expect(second.filter((each) => each !== first[1] && !first.includes(each))).toHaveLength(1);
    expect(second).toContain(first[1]);
    expect(await typist.say('giveaway reroll', { giveaway: id, replace: first[0] })).toContain('Only a current winner');
    await typist.say('giveaway reroll', { giveaway: id, replace: first[1] });
    const third = await untilDrawn('A harp', 3);
    expect(third).not.toContain(first[0]);
    expect(third).not.toContain(first[1]);
    expect(third.filter((each) => second.includes(each))).toHaveLength(1);
  });

  it('asks for confirmation in the chat before it withdraws a claimed prize', async () => {
    const body = { channelId: hall, name: 'A lute', durationMinutes: 60, winnerCount: 2, claimMinutes: 60 };
    const params = { guildId: nightCity };
    const made = await api.call(giveaways.createGiveaway, { params, query: {}, body: body as never }, token);
    expect(made.json).toMatchObject({ status: 200 });
    await find('A lute');
    const message = (await shown()).find(({ embeds }) => embeds[0]?.title === 'A lute') as Shown;
    for (const person of people.slice(20, 24)) await typist.press(message, 'Enter', person);
    await typist.say('giveaway end', { giveaway: await idOf('A lute') });
    const [claimer = '', other = ''] = await untilDrawn('A lute', 1);
    const nameOf = (person: string) => `guest${people.indexOf(person)}`;
    const result = await find('you won **A lute**');
    expect(textOf(await typist.press(result, 'Claim', claimer))).toContain('Claimed.');

    const asked = await typist.run('Reroll giveaway', {}, { targetId: message.id });
    const offered = asked.message ? labelsOf(asked.message) : [];
    expect(new Set(offered)).toEqual(new Set(['All unclaimed', nameOf(claimer), nameOf(other)]));
    const question = await typist.press(asked.message, nameOf(claimer));
    expect(textOf(question)).toContain(
      `${nameOf(claimer)} has claimed this prize. The bot will notify them that it was withdrawn.`,
    );
    await typist.press(question.message, 'Withdraw and reroll');
    const second = await untilDrawn('A lute', 2);
    expect(second).toContain(other);
    expect(second).not.toContain(claimer);
  });

  it('ends with the stream that it follows', async () => {
    const body = {
      channelId: hall,
      name: 'For those who stayed',
      durationMinutes: 600,
      winnerCount: 1,
      followsStream: { platform: 'kick', streamerId: '1001', start: false, end: true },
    };
    const params = { guildId: nightCity };
    const made = await api.call(giveaways.createGiveaway, { params, query: {}, body: body as never }, token);
    expect(made.json).toMatchObject({ status: 200 });
    await typist.press(await find('For those who stayed'), 'Enter', people[4]);
    const reactTo = features.find(({ name }) => name === 'giveaways')?.platform;
    const session = { platform: 'kick', channelId: '1001' } as never;
    for (const grace of [0, 5] as const) {
      expect((await find('For those who stayed')).embeds[0]?.description).toContain('Ends');
      await reactTo?.(api.ctx, { kind: 'end', grace, session, channel: {} as never });
    }
    expect((await until('you won **For those who stayed**')).content).toContain(people[4]);
  });

  it('starts with the stream that it follows, and not with a connection that was lost for a moment', async () => {
    const body = {
      channelId: hall,
      name: 'For early birds',
      durationMinutes: 600,
      winnerCount: 1,
      followsStream: { platform: 'kick', streamerId: '1001', start: true, end: false },
    };
    const made = await api.call(
      giveaways.createGiveaway,
      { params: { guildId: nightCity }, query: {}, body: body as never },
      token,
    );
    expect(made.json).toMatchObject({ status: 200 });
    const state = async () =>
      (await api.ctx.db.execute(`select state from giveaways where settings ->> 'name' = 'For early birds'`)).rows.map(
        (row) => row['state'],
      );
    const reactTo = features.find(({ name }) => name === 'giveaways')?.platform;
    const about = {
      kind: 'live',
      session: { platform: 'kick', channelId: '1001' } as never,
      channel: {} as never,
    } as const;
    await reactTo?.(api.ctx, { ...about, part: { graces: [0], strand: [] } });
    expect(await state()).toEqual(['scheduled']);
    await reactTo?.(api.ctx, { ...about, part: { graces: [0, 5], strand: [] } });
    expect(await state()).toEqual(['running']);
  });

  it('is done without the beacon when that is away for ten minutes', async () => {
    await start({ prize: 'A chair', winners: 1 });
    const message = await find('A chair');
    await typist.press(message, 'Enter', people[1]);
    await drand('away', { isAway: true });
    const id = await idOf('A chair');
    await typist.say('giveaway end', { giveaway: id });
    await until('Decided by round');
    await api.pass(minutes(11));
    await until('you won **A chair**');
    const { proof, checks } = await prove(id);
    await drand('away', { isAway: false });
    expect(proof.draws[0]).toMatchObject({ round: null, signature: null });
    expect(checks).toEqual({ ...green, round: 'unproven', posted: 'unproven', beacon: 'unproven' });
  });

  it('names a missing requirement in one sentence, and asks for the codeword three times', async () => {
    const body = {
      channelId: hall,
      name: 'A secret',
      durationMinutes: 60,
      winnerCount: 1,
      codeword: 'Lantern',
      requirements: { roles: [], boostingServer: true },
    };
    const params = { guildId: nightCity };
    const made = await api.call(giveaways.createGiveaway, { params, query: {}, body: body as never }, token);
    expect(made.json).toMatchObject({ status: 200 });
    const message = await find('A secret');
    const say = async (answer: string) =>
      textOf(await typist.submit(await typist.press(message, 'Enter', people[2]), { answer }));
    expect(await say('lamp')).toContain('2 more tries');
    expect(await say('  LANTERN ')).toBe('This giveaway is for members who boost this server.');
    expect(await say('no')).toContain('1 more try');
    expect(await say('no')).toContain('ten minutes');
    expect(textOf(await typist.press(message, 'Enter', people[2]))).toContain('Three wrong answers');
  });

  it("reads a time by the server's clock, and answers with a Discord timestamp", async () => {
    const change = async (timeZone: string) => {
      const body = { quietHours: { enabled: false, timeZone, from: '22:00', until: '08:00', mode: 'skip' } } as const;
      const answer = await api.call(servers.updateServer, { params: { guildId: nightCity }, query: {}, body }, token);
      expect(answer.json).toMatchObject({ status: 200 });
    };
    await change('Asia/Kolkata');
    const day = new Date(api.ctx.clock.now().getTime() + days(2)).toISOString().slice(0, 10);
    const endsAt = Date.parse(`${day}T14:30:00Z`) / 1000;
    const said = await typist.say('giveaway create', { prize: 'A drum', duration: `${day} 20:00` });
    expect(said).toContain(`<t:${endsAt}:f>`);
    expect((await find('A drum')).embeds[0]?.description).toContain(`<t:${endsAt}:f>`);
    await change('UTC');
    const edited = await typist.say('giveaway edit', { giveaway: await idOf('A drum'), duration: `${day} 20:00` });
    expect(edited).toContain(`<t:${Date.parse(`${day}T20:00:00Z`) / 1000}:f>`);
    const bad = await typist.say('giveaway create', { prize: 'A drum', duration: `${day.slice(0, 4)}-02-31 20:00` });
    expect(bad).toBe(
      'Enter a length such as `90m`, `1d 2h` or `2 weeks`, or a time such as `18:00`, `tomorrow 18:00` or `24.12. 20:00` (UTC).',
    );
    const over = await typist.say('giveaway create', { prize: 'A drum', duration: '2020-01-01 20:00' });
    expect(over).toContain('That time has passed (UTC).');
  });

  it('accepts a duration as people write it, and refuses one that is too short with the limit', async () => {
    const lasts = async (duration: string) => {
      const said = await typist.say('giveaway create', { prize: `For ${duration}`, duration });
      const [, end = '0'] = /<t:(\d+):f>/.exec(said) ?? [];
      return Math.round((Number(end) * 1000 - api.ctx.clock.now().getTime()) / 60_000);
    };
    expect(await lasts('1.5h')).toBe(90);
    expect(await lasts('2 hours')).toBe(120);
    expect(await lasts('٢ ساعة')).toBe(120);
    const short = await typist.say('giveaway create', { prize: 'Too short', duration: '30s' });
    expect(short).toBe('A giveaway must last at least one minute, a drop at least ten seconds.');
  });

  it('asks for a sum, and accepts digits of any script', async () => {
    const body = { channelId: hall, name: 'A sum', durationMinutes: 60, winnerCount: 1, askSum: true };
    const made = await api.call(
      giveaways.createGiveaway,
      { params: { guildId: nightCity }, query: {}, body: body as never },
      token,
    );
    expect(made.json).toMatchObject({ status: 200 });
    const asked = await typist.press(await find('A sum'), 'Enter', people[4]);
    const [one = '', other = ''] =
      JSON.stringify(asked.modal)
        .match(/\d+ \+ \d+/)?.[0]
        .split(' + ') ?? [];
    const sum = new Intl.NumberFormat('ar-u-nu-arab').format(Number(one) + Number(other));
    expect(sum).toMatch(/^[٠-٩]+$/);
    expect(textOf(await typist.submit(asked, { answer: sum }))).toContain('You are in');
  });

  it('links from the public list to its server', async () => {
    const body = { channelId: hall, name: 'For everybody', durationMinutes: 60, winnerCount: 1, listed: true };
    const params = { guildId: nightCity };
    const made = await api.call(giveaways.createGiveaway, { params, query: {}, body: body as never }, token);
    expect(made.json).toMatchObject({ status: 200 });
    const inviteUrl = await vi.waitFor(async () => {
      const { json } = await api.call(giveaways.listListedGiveaways, { query: {} });
      const listed = (json.data as ListedGiveaway[]).find(({ name }) => name === 'For everybody');
      expect(listed?.inviteUrl).toMatch(/^https:\/\/discord\.gg\/.+/);
      return listed?.inviteUrl ?? '';
    }, 60_000);
    const code = inviteUrl.split('/').at(-1);
    const invite = await (await fetch(`${api.sim.url}/discord/api/v10/invites/${code}`)).json();
    expect(invite).toMatchObject({ guild: { id: nightCity }, channel: { id: hall }, expires_at: null });
  });

  it('lets only permitted people run giveaways, and everyone find their own line', async () => {
    const said = await typist.say('giveaway create', { prize: 'x', duration: '1h' }, people[3]);
    expect(said).toBe('You need Manage Server in this server to do this.');
    const message = await start({ prize: 'A table' });
    await typist.press(await find('A table'), 'Enter', people[3]);
    expect(message).toBeTruthy();
    const own = await typist.say('giveaway verify', { giveaway: await idOf('A table') }, people[3]);
    expect(own).toMatch(/Your salt is `[0-9a-f]{32}`/);
  });
});
