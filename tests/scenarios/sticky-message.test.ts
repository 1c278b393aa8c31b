import { stickyMessage } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** People write below a sticky message. The test reads the result in the simulated channel. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let talk: string;

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const inServer = { params: { guildId: nightCity } };
const standing = () => [...(api.sim.discord.state.channels.get(talk)?.messages.values() ?? [])];
const write = () => discord('say', { channel_id: talk, user_id: demoUser, content: 'hello' });
const save = async (body: object) => {
  const saved = await api.call(stickyMessage.saveSticky, { ...inServer, query: {}, body: body as never }, token);
  expect([saved.status, saved.json.error]).toEqual([200, undefined]);
};
const say = (path: string, options?: object) => createTypist(api, talk).say(path, options);
/** Runs queued jobs that become due while it waits. */
const until = async (check: () => void) =>
  await vi.waitFor(
    async () => {
      await api.pass(seconds(1));
      check();
    },
    { timeout: 60_000, interval: 50 },
  );

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  talk = ((await discord('add-channel', { guild_id: nightCity, name: 'talk' })) as { id: string }).id;
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

it('a sticky stays below people’s messages', async () => {
  await save({ channelId: talk, content: 'Read the rules' });
  await until(() => expect(standing().at(-1)?.content).toBe('Read the rules'));
  for (let times = 0; times < 10; times += 1) write();
  await until(() => {
    const contents = standing().map((each) => each.content);
    expect([contents.at(-1), contents.filter((each) => each === 'Read the rules').length]).toEqual([
      'Read the rules',
      1,
    ]);
  });
});
it('a sticky is set, listed and removed; impossible ones are refused', async () => {
  expect(await say('sticky remove', {})).toContain('has been removed');
  expect(await say('sticky list')).toContain('no sticky messages');
  const set = { message: 'Be kind\\nplease', channel: talk, when: 'everyMessages', number: 5 };
  expect(await say('sticky set', set)).toContain(`<#${talk}> in a moment`);
  await until(() => expect(standing().at(-1)?.content).toBe('Be kind\nplease'));
  expect(await say('sticky list')).toContain(`<#${talk}> · After 5 messages · Be kind please`);
  // A number without a unit can only mean messages.
  expect(await say('sticky set', { message: 'Be kinder', number: 3 })).toContain('in a moment');
  expect(await say('sticky list')).toContain(`<#${talk}> · After 3 messages · Be kinder`);
  expect(await say('sticky set', { message: '{titel}' })).toContain('titel');
  expect(await say('sticky remove')).toContain('has been removed');
  await until(() => expect(standing().some((each) => each.content.includes('Be kind'))).toBe(false));
  expect(await say('sticky remove')).toContain('There is no sticky message');
});

it('a sticky under another name is posted through a webhook, and does not trigger itself', async () => {
  const webhook = { enabled: true, username: 'Rules' };
  await save({ channelId: talk, content: 'As somebody else', webhook });
  const mine = () => standing().filter(({ content }) => content === 'As somebody else');
  await until(() => expect(mine()).toMatchObject([{ webhook: { name: 'Rules' } }]));
  const [first] = mine();
  write();
  await until(() => expect([mine().length, mine()[0]?.id === first?.id]).toEqual([1, false]));
  expect(await say('sticky remove')).toContain('has been removed');
  await until(() => expect(mine()).toEqual([]));
});
