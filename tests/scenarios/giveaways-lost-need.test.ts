import { errorLogs, giveaways } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** The roles that a giveaway requires are deleted while it runs. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let hall: string;
let guest: string;

const discord = async (action: string, body: object) => (await api.sim.discord.controls[action]?.(body)) as never;
const params = { guildId: nightCity };
const patient = { timeout: 60_000, interval: 50 };

const addRole = async (name: string) =>
  ((await discord('add-role', { guild_id: nightCity, name })) as { id: string }).id;
const removeRole = async (role_id: string) => await discord('remove-role', { guild_id: nightCity, role_id });

async function start(prize: string, roles: readonly string[]): Promise<{ id: string; message: Shown }> {
  const body = { channelId: hall, name: prize, durationMinutes: 60, winnerCount: 1, requirements: { roles } } as never;
  expect((await api.call(giveaways.createGiveaway, { params, query: {}, body }, token)).json.status).toBe(200);
  const { json } = await api.call(giveaways.listGiveaways, { params, query: {} }, token);
  const { existing } = json.data as { existing: { giveawayId: string; name: string }[] };
  const message = await vi.waitFor(async () => {
    const { messages } = (await discord('messages', { channel_id: hall })) as { messages: Shown[] };
    const found = messages.findLast((each) => JSON.stringify(each).includes(prize));
    if (!found) throw new Error('not posted yet');
    return found;
  }, patient);
  return { id: existing.find(({ name }) => name === prize)?.giveawayId ?? '', message };
}

/** Returns the error log's text about one giveaway. */
async function troubleOf(prize: string) {
  const { json } = await api.call(errorLogs.listErrors, { params, query: {} }, token);
  return (json.data as { message: string; solvedTime: number | null; action: { path: string } }[]).filter(
    ({ message }) => message.includes(prize),
  );
}
const told = async (prize: string) =>
  await vi.waitFor(async () => {
    const [line] = await troubleOf(prize);
    if (!line) throw new Error('nothing is told');
    return line;
  }, patient);
const enter = async (message: Shown) => textOf(await createTypist(api, hall).press(message, 'Enter', guest));
const drop = async (id: string) =>
  (await api.call(giveaways.dropLostNeed, { params: { ...params, giveawayId: id } }, token)).json;

beforeAll(async () => {
  api = await chatApi();
  gateway = await connectGateway(api);
  token = await api.logIn();
  hall = ((await discord('add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string }).id;
  guest = ((await discord('add-user', { username: 'guest' })) as { id: string }).id;
  await discord('join', { guild_id: nightCity, user_id: guest });
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

it('without the last one no one new enters, managers are notified once, and one press drops the need', async () => {
  const role = await addRole('Regulars');
  const { id, message } = await start('A lost need', [role]);
  await removeRole(role);
  const line = await told('A lost need');
  expect(line).toMatchObject({ solvedTime: null, action: { path: `/giveaways/${id}` } });
  expect(await enter(message)).not.toMatch(/You are in/);

  expect(await drop(id)).toMatchObject({ status: 200, data: 'Everyone can enter again.' });
  expect(await enter(message)).toMatch(/You are in/);
  expect(await troubleOf('A lost need')).toMatchObject([{ solvedTime: expect.any(Number) }]);
  // The giveaway has no more deleted roles to remove.
  expect(await drop(id)).toMatchObject({ status: 409 });
});

it('while another one remains the need remains, and no one is notified', async () => {
  const [gone, left] = [await addRole('Gone'), await addRole('Left')];
  await start('Still a need', [gone, left]);
  const { id } = await start('The last of its kind', [gone]);
  await removeRole(gone);
  // A later notice of the same check has arrived, so an earlier one would have arrived too.
  await told('The last of its kind');
  expect(await troubleOf('Still a need')).toEqual([]);
  expect(await drop(id)).toMatchObject({ status: 200 });
});
