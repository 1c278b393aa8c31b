import { alertRoom } from '@tally/tests/alert-room';
import { expect, it, vi } from 'vitest';

const MINUTE = 60_000;

interface Shown {
  embeds: { title?: string; description?: string }[];
  components: { components: { url?: string }[] }[];
}

/** A server follows a creator on TikTok, which pushes nothing. Each test continues where the last one stopped. */
const scene = alertRoom<Shown>('tiktok', (room) => ({ liveNotificationChannelId: room }));
const { act: tiktok, shown, add } = scene;
/** Makes every creator due again, and gives the program enough time. */
const untilAsked = async <T>(check: () => T | Promise<T>, later = MINUTE): Promise<T> => {
  await scene.api.pass(later);
  const now = scene.api.clock.now();
  await vi.waitFor(async () => expect(await askedAt()).toEqual(now), 30_000);
  return await vi.waitFor(check, 60_000);
};
const askedAt = async () => {
  const { rows } = await scene.api.ctx.db.execute(`select asked_at as at from channels where platform = 'tiktok'`);
  return new Date(String(rows[0]?.['at']));
};
const openSessions = async () =>
  (await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is null and ended_at is null'))
    .rows.length;

it('an unknown name and a private creator are refused, each in a sentence of its own', async () => {
  const nobody = await add('nobody.here');
  expect([nobody.status, nobody.json.error]).toEqual([
    404,
    'There is no channel called nobody.here on TikTok. You can paste a link to the channel instead.',
  ]);
  const hidden = await add('@closed.door');
  expect([hidden.status, hidden.json.error]).toEqual([
    409,
    'closed.door has a private account on TikTok. Only their followers can see when they are live.',
  ]);
});

it('a stream is found by asking, and announced once', async () => {
  const added = await add('lena.bakes');
  expect([added.status, added.json.data]).toMatchObject([200, { streamerUserName: 'lena.bakes' }]);
  tiktok('go-live', { who: 'lena.bakes', title: 'Sourdough @everyone </script>' });
  const [message] = await untilAsked(async () => {
    const messages = await shown();
    expect(messages).toHaveLength(1);
    return messages;
  });
  expect(message?.embeds[0]?.title).toContain('Sourdough');
  expect(message?.components[0]?.components[0]?.url).toBe('https://www.tiktok.com/@lena.bakes/live');
});

it('a new title changes the same message', async () => {
  tiktok('change-title', { who: 'lena.bakes', title: 'Now rye' });
  await untilAsked(async () => expect((await shown())[0]?.embeds[0]?.title).toBe('Now rye'));
  expect(await shown()).toHaveLength(1);
});

it.each(['captcha', 'outage'])('%s ends nothing, however long it lasts', async (kind) => {
  tiktok('trouble', { kind, minutes: 1_440 });
  for (let round = 0; round < 2; round += 1) await untilAsked(openSessions, 120 * MINUTE);
  expect([await openSessions(), (await shown()).length]).toEqual([1, 1]);
  tiktok('calm');
});

it('the end is believed when it is seen twice, and shown', async () => {
  tiktok('end', { who: 'lena.bakes' });
  // By now, the adapter uses all of its connections again.
  await untilAsked(openSessions, 120 * MINUTE);
  await untilAsked(async () => expect(await openSessions()).toBe(0), 2 * MINUTE);
  await scene.api.pass(10 * MINUTE);
  await vi.waitFor(async () => expect((await shown())[0]?.embeds[0]?.description).toContain('was live'), 60_000);
  expect(await shown()).toHaveLength(1);
});

it('nothing was asked of the outside world that it does not know', () =>
  expect(scene.api.sim.unknownCalls).toEqual([]));

it('fifty creators are added at once, in two rounds, and TikTok is named as the reason, not the person', async () => {
  const names = Array.from({ length: 50 }, (_, at) => `baker.${at}`);
  for (const name of names) tiktok('add-creator', { name });
  const addAll = async (wanted: readonly string[]) => {
    const answers = await Promise.all(wanted.map(async (name) => ({ name, ...(await add(name)) })));
    return answers.filter(({ status }) => status !== 200);
  };
  const refused = await addAll(names);
  expect(refused).toHaveLength(10);
  expect(new Set(refused.map(({ status, json }) => `${status} ${String(json.error)}`))).toEqual(
    new Set(['503 The search limit for TikTok is used up for now. Try again in 60 seconds.']),
  );
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(10).fill('60'));
  scene.api.clock.move(2 * MINUTE);
  expect(await addAll(refused.map(({ name }) => name))).toEqual([]);
});
