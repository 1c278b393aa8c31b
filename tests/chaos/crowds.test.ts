import { type Sim, startSim } from '@tally/sim/start';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { act } from './world/act.ts';
import { logIn } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { demoUser } from './world/people.ts';

/** Many people at the same time, on the built-in database, while the single process is killed and restarted. */
const nightCity = '801000000000000000';
let sim: Sim;
let crew: Crew;
let member: Member;
let token: string;
let people: string[];

const newId = (action: string, body: object) => (act(sim, 'discord', action, body) as { id: string }).id;
const newChannel = (name: string) => newId('add-channel', { guild_id: nightCity, name });
const standing = (channel: string) => [...(sim.discord.state.channels.get(channel)?.messages.values() ?? [])];
const contents = (channel: string) => standing(channel).map(({ content }) => content);
const say = (channel_id: string, content: string, user_id = demoUser) => newId('say', { channel_id, user_id, content });
/** The start of a process depends on the machine. */
const START_WITHIN_MS = 300_000;
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 600_000, interval: 50 });

async function set(method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const address = `${member.url}/data/${path}`;
  // Waits for the bot, which reports its servers shortly after the start.
  await until(async () => {
    const answer = await fetch(address, { method, headers, body: JSON.stringify(body) });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });
}

beforeAll(async () => {
  sim = await startSim({ limits: false });
  const env = { PLANS: 'unlimited', LOG_LEVEL: 'error' };
  crew = await startCrew({ sim, databaseUrl: null, roles: ['all'], env });
  member = crew.members[0] as Member;
  token = await logIn(sim, member.url, demoUser);
  people = Array.from({ length: 20 }, (_, place) => {
    const id = newId('add-user', { username: `fan${place}` });
    act(sim, 'discord', 'join', { guild_id: nightCity, user_id: id });
    return id;
  });
}, START_WITHIN_MS);
afterAll(async () => {
  await crew.close();
  await sim.close();
});

test('twenty stars at once, stars that flip, kill -9 in between: one post, the right number', async () => {
  const [talk, board] = [newChannel('talk'), newChannel('stars')];
  await set('POST', `starboards/${nightCity}`, { channelId: board, threshold: 3 });
  const starring = (message_id: string) => (action: 'react' | 'unreact', who: readonly string[]) => {
    for (const user_id of who) act(sim, 'discord', action, { channel_id: talk, message_id, user_id, emoji: '⭐' });
  };
  // Once this star is counted, the bot can resume its connection.
  starring(say(talk, 'The first'))('react', people.slice(0, 3));
  await until(() => expect(contents(board)).toEqual([`⭐ **3** · <#${talk}>`]));
  const posts = () => contents(board).slice(1);
  const star = starring(say(talk, 'We won'));
  star('react', people);
  star('unreact', people.slice(0, 8));
  const gone = member.kill();
  star('react', people.slice(0, 5));
  await gone;
  star('unreact', people.slice(15));
  await member.untilUp();
  await until(() => expect(posts()).toEqual([`⭐ **12** · <#${talk}>`]));
  // All earlier work is done when the next star is counted.
  star('react', people.slice(18));
  await until(() => expect(posts()).toEqual([`⭐ **14** · <#${talk}>`]));
});

test('200 messages at once over a sticky, kill -9, a moderator deletes it: one sticky, at the bottom', async () => {
  const room = newChannel('chat');
  const rules = 'Read the rules';
  const stickies = () => standing(room).filter(({ content }) => content === rules);
  const isAtTheBottom = () => expect([stickies().length, contents(room).at(-1)]).toEqual([1, rules]);
  const query = `channelId=${room}`;
  await set('PATCH', `guild/${nightCity}/stickyMessages?${query}`, {
    channelId: room,
    content: rules,
    delaySeconds: 1,
  });
  await until(isAtTheBottom);
  for (let count = 0; count < 100; count += 1) say(room, `message ${count}`, people[count % people.length]);
  // Kills the process as the next member arrives, while it handles two of them.
  const [first] = stickies();
  await until(() => expect(stickies().some(({ id }) => id !== first?.id)).toBe(true));
  const gone = member.kill();
  for (let count = 100; count < 200; count += 1) say(room, `message ${count}`, people[count % people.length]);
  await gone;
  for (const { id } of stickies()) act(sim, 'discord', 'delete', { channel_id: room, message_id: id });
  await member.untilUp();
  await until(isAtTheBottom);
  expect(standing(room)).toHaveLength(201);
  // All earlier work is done when this member arrives.
  say(room, 'one more');
  await until(isAtTheBottom);
});

test('no process exited on its own, and no call was unknown to the outside world', () =>
  expect([crew.crashes, sim.unknownCalls]).toEqual([[], []]));
