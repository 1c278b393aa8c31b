import { type GiveawayMessageType, giveaways, type MessagePreview, serverParts } from '@tally/contract';
import { seconds } from '@tally/kernel';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { runJob } from '@tally/tests/jobs';
import { createTypist, type Shown } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Tests the five custom texts of giveaways in the server's channel and in messages to winners. */
let api: TestApi;
let token: string;
let hall: string;
let typist: ReturnType<typeof createTypist>;
const people: string[] = [];

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const shown = async () => ((await discord('messages', { channel_id: hall })) as { messages: Shown[] }).messages;
const find = async (words: string): Promise<Shown> =>
  await vi.waitFor(async () => {
    const found = (await shown()).findLast((message) => JSON.stringify(message).includes(words));
    if (!found) throw new Error(`nothing says ${words}`);
    return found;
  }, 60_000);
const labelsOf = ({ components }: Shown) => components.flatMap((row) => row.components.map(({ label }) => label));
/** Returns the direct messages between the bot and a person. */
const lettersTo = (person: string) =>
  [...api.sim.discord.state.channels.values()]
    .filter(({ guildId, recipients }) => !guildId && recipients.includes(person))
    .flatMap(({ messages }) => [...messages.values()]) as unknown as Shown[];

const params = { guildId: nightCity };
const customMessages = 'customMessages' as const;
async function write(type: GiveawayMessageType, message: object): Promise<unknown> {
  const body = { type, content: null, embed: null, buttons: [], webhook: null, ...message };
  const query = { type: customMessages, subType: type };
  return (await api.call(serverParts.saveMessage, { params, query, body: body as never }, token)).json;
}
const reset = async (type: GiveawayMessageType) =>
  (await api.call(serverParts.removeMessage, { params, query: { type: customMessages, subType: type } }, token)).json;
async function previewOf(type: GiveawayMessageType, message: object | null): Promise<MessagePreview> {
  const whole = message && { content: null, embed: null, buttons: [], webhook: null, ...message };
  const body = { message: whole } as never;
  const { json } = await api.call(serverParts.previewMessage, { params: { ...params, type }, body }, token);
  return json.data as MessagePreview;
}

const keepTime = async () => await runJob(api.ctx, 'giveaways/keep-time');
async function until(words: string): Promise<Shown> {
  await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await keepTime();
    expect(JSON.stringify(await shown())).toContain(words);
  }, 30_000);
  return await find(words);
}

async function start(prize: string, more: object = {}): Promise<Shown> {
  const body = { channelId: hall, name: prize, durationMinutes: 60, winnerCount: 1, dmWinners: true, ...more } as never;
  const made = await api.call(giveaways.createGiveaway, { params, query: {}, body }, token);
  expect(made.json).toMatchObject({ status: 200 });
  return await find(prize);
}
async function idOf(prize: string): Promise<string> {
  const { json } = await api.call(giveaways.listGiveaways, { params, query: {} }, token);
  const { existing } = json.data as { existing: { giveawayId: string; name: string }[] };
  return existing.find(({ name }) => name === prize)?.giveawayId ?? '';
}

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  hall = ((await discord('add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string }).id;
  typist = createTypist(api, hall);
  for (let place = 0; place < 4; place += 1) {
    const { id } = (await discord('add-user', { username: `guest${place}` })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    people.push(id);
  }
});
afterAll(() => api.close());

const card = { title: 'Win {prize}!', description: '{details} Until {ends}. {people} are in.', color: '#123456' };

describe('the texts of giveaways', () => {
  it('are the owner’s from the start to the direct message, and the defaults again after a reset', async () => {
    const saved = { status: 200 };
    expect(await write('giveaway', { embed: { ...card, fields: [] } })).toMatchObject(saved);
    expect(await write('giveawayEnded', { content: 'Over: {winners} won {prize}.' })).toMatchObject(saved);
    const buttons = [{ title: 'How it was drawn', url: '{proof_url}', emojiUnicodeOrId: null }];
    expect(await write('giveawayWinner', { content: 'Hooray {winners}!', buttons })).toMatchObject(saved);
    expect(await write('giveawayRerolled', { content: 'Now it is {winners}.' })).toMatchObject(saved);
    expect(await write('giveawayDM', { content: 'Dear {member_name}, {prize} is yours.' })).toMatchObject(saved);

    const message = await start('A violin', { description: 'Hand-made.' });
    expect(message.embeds[0]).toMatchObject({ title: 'Win A violin!', color: 0x123456 });
    expect(message.embeds[0]?.description).toMatch(/^Hand-made\. Until <t:\d+:R>\. 0 are in\.$/);
    expect(JSON.stringify(message.embeds)).toMatch(/Fair draw · SHA-256 [0-9a-f]{64}/);
    expect(labelsOf(message)).toEqual(['Enter', '0', 'Fair draw']);

    for (const person of people.slice(0, 2)) await typist.press(message, 'Enter', person);
    await until('2 are in.');
    const id = await idOf('A violin');
    await typist.say('giveaway end', { giveaway: id });
    const drawing = await until('Closed: 2 people');
    expect(JSON.stringify(drawing.embeds)).toMatch(/Sheet `[0-9a-f]{64}`/);
    const result = await until('Hooray');
    expect(labelsOf(result)).toEqual(['How it was drawn']);
    const won = people.find((each) => result.content === `Hooray <@${each}>!`) ?? '';
    expect(people).toContain(won);
    // The text replaces the card in the same message.
    const ended = await find(`Over: <@${won}> won A violin.`);
    expect(ended).toMatchObject({ id: message.id, embeds: [] });
    expect(ended.content).toMatch(/\n-# Fair draw · SHA-256 [0-9a-f]{64}$/);
    const name = `guest${people.indexOf(won)}`;
    await vi.waitFor(() =>
      expect(lettersTo(won).map(({ content }) => content)).toEqual([`Dear ${name}, A violin is yours.`]),
    );

    await typist.say('giveaway reroll', { giveaway: id });
    const other = people.slice(0, 2).find((each) => each !== won);
    expect((await until('Now it is')).content).toBe(`Now it is <@${other}>.`);

    for (const type of ['giveaway', 'giveawayEnded', 'giveawayWinner', 'giveawayRerolled', 'giveawayDM'] as const) {
      expect(await reset(type)).toMatchObject(saved);
    }
    const standard = await start('A cello');
    expect(standard.embeds[0]).toMatchObject({ title: 'A cello', color: 0x5b8def });
    expect(standard.embeds[0]?.description).toContain('1 winner');
    await typist.press(standard, 'Enter', people[2]);
    await typist.say('giveaway end', { giveaway: await idOf('A cello') });
    expect((await until('won **A cello**')).content).toBe(`Congratulations <@${people[2]}>: you won **A cello**.`);
    await find('Winner:');
    await vi.waitFor(() =>
      expect(lettersTo(people[2] ?? '')[0]?.content).toMatch(/^You won \*\*A cello\*\* on Night City\. http/),
    );
  });

  it('are refused with the field where they could never be sent', async () => {
    const refused = await write('giveaway', { content: 'Win {price}' });
    expect(refused).toMatchObject({ status: 400, code: 'invalidFields' });
    expect(JSON.stringify(refused)).toContain('Did you mean “prize”?');
    expect(await write('giveaway', { content: 'Dear {member}' })).toMatchObject({ status: 400 });
    expect(await write('giveawayDM', { content: '{winners}' })).toMatchObject({ status: 400 });
    expect(await write('giveawayWinner', { content: '' })).toMatchObject({ status: 400 });
  });

  it('are shown as they would be posted: about a real giveaway, or about one that is made up', async () => {
    const ended = await previewOf('giveawayEnded', { content: '{winners} won {prize}' });
    expect(ended).toMatchObject({ shows: null, payload: { embeds: [] } });
    expect(String(ended.payload?.['content'])).toContain(`<@${people[2]}> won A cello`);
    expect(ended.people).toContainEqual({ id: people[2], name: 'guest2' });
    const running = await previewOf('giveaway', { content: '{prize}' });
    expect(running).toMatchObject({ shows: 'madeUp' });
    expect(running.payload).toMatchObject({
      components: [{ components: [{ label: 'Enter' }, {}, { label: 'Fair draw' }] }],
    });
    const letter = await previewOf('giveawayDM', null);
    expect(String(letter.payload?.['content'])).toContain('You won **A cello** on Night City.');
  });

  it('show in the form while one is made, also before there is a prize', async () => {
    const preview = async (body: object) => {
      const { json } = await api.call(giveaways.previewGiveaway, { params, body: body as never }, token);
      return json;
    };
    await write('giveaway', { embed: { ...card, fields: [] } });
    const running = await preview({ state: 'running', name: 'A flute', winnerCount: 2 });
    expect(running).toMatchObject({ data: { shows: null, payload: { embeds: [{ title: 'Win A flute!' }] } } });
    expect(await preview({ state: 'ended', name: 'A flute' })).toMatchObject({
      data: { payload: { embeds: [{ title: 'A flute' }], components: [{ components: [{ label: 'Ended' }, {}] }] } },
    });
    expect(await preview({ state: 'drawing' })).toMatchObject({ status: 200 });
    expect(await preview({ state: 'running', mentionRole: '100000000000000009' })).toMatchObject({ status: 400 });
    await reset('giveaway');
    const roleBonuses = [{ roles: [nightCity], additionalEntries: 3 }];
    const whole = JSON.stringify(await preview({ state: 'running', name: 'A flute', hasCodeword: true, roleBonuses }));
    expect(whole).toContain('the codeword said on stream');
    expect(whole).toContain('3 bonus entries');
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
