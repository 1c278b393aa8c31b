import { alertRoom } from '@tally/tests/alert-room';
import { expect, it, vi } from 'vitest';

interface Shown {
  content: string;
  embeds: { title?: string; description?: string }[];
  components: { components: { url?: string }[] }[];
}
interface World {
  subscriptions: { channel_id: string; state: string }[];
  deliveries: { type: string; outcome: string; status: number }[];
}

const MINUTE = 60_000;
/** A server follows Marques Brownlee on YouTube. Each test continues where the last one stopped. */
const scene = alertRoom<Shown, World>('youtube', (room) => ({
  liveNotificationChannelId: room,
  videoNotificationChannelId: room,
}));
const { act: youtube, shown, add, summary } = scene;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 30_000);

it('an unknown handle is refused with a plain reason', async () => {
  const answer = await add('nobody.at.all');
  expect([answer.status, answer.json.error]).toEqual([
    404,
    'There is no channel called nobody.at.all on YouTube. You can paste a link to the channel instead.',
  ]);
});

it('an existing channel is added, and the hub confirms our address', async () => {
  const answer = await add('@MKBHD');
  expect([answer.status, answer.json.data]).toMatchObject([200, { streamerUserName: 'mkbhd' }]);
  await until(() =>
    expect(summary().subscriptions).toMatchObject([{ channel_id: 'UCBJycsmduvYEL83R_U4JriQ', state: 'running' }]),
  );
  // Earlier videos are marked as seen, so they are not announced.
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute(`select 1 from videos where platform = 'youtube'`);
    expect(rows).toHaveLength(5);
  });
});

it('an upload is announced once, however often the hub reports it; a forged push is answered and ignored', async () => {
  youtube('webhooks', { do: 'forge', next: 1 });
  youtube('change-title', { who: 'mkbhd', title: 'Forged' });
  await until(() => expect(summary().deliveries[0]).toMatchObject({ outcome: 'delivered', status: 200 }));
  youtube('webhooks', { do: 'duplicate', next: 1, amount: 3 });
  youtube('upload', { who: 'mkbhd', title: 'The phone that folds @everyone' });
  await until(async () => expect(await shown()).toHaveLength(1));
  expect(JSON.stringify(await shown())).toContain('The phone that folds');
});

it('a planned stream is announced when it begins, without a push', async () => {
  youtube('schedule', { who: 'mkbhd', title: 'A long look at lamps', minutes: 10 });
  await until(() => expect(summary().deliveries[0]).toMatchObject({ outcome: 'delivered' }));
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute(
      `select 1 from channels where platform = 'youtube' and memory->'watch'->0->>'as' = 'planned'`,
    );
    expect(rows).toHaveLength(1);
  });
  youtube('go-live', { who: 'mkbhd', as: 'scheduled' });
  await scene.api.pass(2 * MINUTE);
  await until(async () => expect(JSON.stringify(await shown())).toContain('A long look at lamps'));
  expect(await shown()).toHaveLength(2);
});

it('its new title changes the same message', async () => {
  youtube('change-title', { who: 'mkbhd', title: 'A longer look at lamps' });
  await until(async () => expect(JSON.stringify(await shown())).toContain('A longer look'));
  expect(await shown()).toHaveLength(2);
});

it('restarted as a new video within the grace, it stays one message, which links to the current video', async () => {
  youtube('end', { who: 'mkbhd' });
  const { url } = youtube('go-live', { who: 'mkbhd', title: 'A longer look at lamps' }) as { url: string };
  await until(async () => {
    const found = (await shown()).filter((message) => JSON.stringify(message.embeds).includes('A longer look'));
    expect(found.map(({ components }) => components[0]?.components[0]?.url)).toEqual([url]);
  });
  expect(await shown()).toHaveLength(2);
});

it('and is the same one after the server was away for 70 minutes: neither ended nor announced again', async () => {
  await scene.api.pass(70 * MINUTE);
  youtube('change-title', { who: 'mkbhd', title: 'The longest look at lamps' });
  await until(async () => expect(JSON.stringify(await shown())).toContain('The longest look'));
  expect(await shown()).toHaveLength(2);
});

it('a total outage ends nothing; the end is reported after the grace', async () => {
  youtube('trouble', { kind: 'outage', minutes: 30 });
  await scene.api.pass(20 * MINUTE);
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute(
      `select 1 from channels where platform = 'youtube' and trouble_since is not null`,
    );
    expect(rows).toHaveLength(1);
  });
  youtube('calm', {});
  const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is not null');
  expect(rows).toEqual([]);
  youtube('end', { who: 'mkbhd' });
  await until(async () => {
    await scene.api.pass(MINUTE / 4);
    const { rows: over } = await scene.api.ctx.db.execute(
      'select 1 from stream_sessions where offline_since is not null',
    );
    expect(over).toHaveLength(1);
  });
  await scene.api.pass(6 * MINUTE);
  await until(async () => expect(JSON.stringify(await shown())).toContain('was live'));
});

it('nothing was asked of the outside world that it does not know', () =>
  expect(scene.api.sim.unknownCalls).toEqual([]));

it('a premiere is announced with its time', async () => {
  youtube('premiere', { who: 'mkbhd', title: 'First light', minutes: 30, seconds: 600 });
  const find = async () => (await shown()).find((message) => JSON.stringify(message.embeds).includes('First light'));
  await until(async () => expect(await find()).toBeDefined());
  expect((await find())?.content).toMatch(
    /^\*\*Marques Brownlee\*\* premieres a video on YouTube: <t:\d+:F> \(<t:\d+:R>\)$/,
  );
});
