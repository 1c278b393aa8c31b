import { notifications } from '@tally/contract';
import { hours, plainQuestion, seconds } from '@tally/kernel';
import { OFFLINE_GRACE_MS } from '@tally/pipeline/detection';
import { alertRoom } from '@tally/tests/alert-room';
import { nightCity } from '@tally/tests/api';
import { runJob } from '@tally/tests/jobs';
import { expect, it, vi } from 'vitest';

interface Shown {
  content: string;
  embeds: { title?: string; description?: string; fields?: { name: string; value: string }[] }[];
  components: { components: { url?: string }[] }[];
}
interface World {
  subscriptions: { status: string; type: string }[];
  deliveries: { type: string; outcome: string; attempts: number }[];
}

/** A server follows xQc on Twitch. Each test continues where the last one stopped. */
const scene = alertRoom<Shown, World>('twitch');
const { act: twitch, shown, add, summary } = scene;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 30_000);

it('a name that does not exist on Twitch is refused with the reason', async () => {
  const answer = await add('nobody_at_all');
  expect([answer.status, answer.json.error]).toEqual([
    404,
    'There is no channel called nobody_at_all on Twitch. You can paste a link to the channel instead.',
  ]);
});

it('an existing creator is added, and Twitch confirms our address', async () => {
  const answer = await add('xqc');
  expect([answer.status, answer.json.data]).toMatchObject([200, { streamerUserName: 'xqc' }]);
  await until(() => {
    const { subscriptions } = summary();
    expect(subscriptions.map(({ type }) => type)).toEqual(['stream.online', 'stream.offline', 'channel.update']);
    expect(subscriptions.filter(({ status }) => status !== 'enabled')).toEqual([]);
  });
});

it('a stream is announced once, with its title and category, however often Twitch reports it', async () => {
  twitch('webhooks', { do: 'duplicate', next: 2, amount: 3 });
  twitch('go-live', { who: 'xqc', title: 'REACTING TO *EVERYTHING* @everyone' });
  const [message] = await until(async () => {
    const messages = await shown();
    expect(messages).toHaveLength(1);
    return messages;
  });
  expect(message?.embeds[0]?.title).toContain('REACTING');
  expect(message?.embeds[0]?.fields).toContainEqual(expect.objectContaining({ value: 'Just Chatting' }));
  expect(message?.components[0]?.components[0]?.url).toBe('https://www.twitch.tv/xqc');
  await until(() => expect(summary().deliveries[0]?.outcome).toBe('delivered'));
});

it('a new title and a new category change the same message', async () => {
  twitch('change-title', { who: 'xqc', title: 'Second title' });
  await until(async () => expect((await shown())[0]?.embeds[0]?.title).toBe('Second title'));
  twitch('change-category', { who: 'xqc', category: '743' });
  await until(async () =>
    expect((await shown())[0]?.embeds[0]?.fields).toContainEqual(expect.objectContaining({ value: 'Chess' })),
  );
  expect(await shown()).toHaveLength(1);
});

it('trouble with Twitch ends nothing', async () => {
  twitch('trouble', { kind: 'outage', minutes: 10 });
  const answers = await scene.api.ctx.platforms.find('twitch')?.stream.ask([plainQuestion('71092938')]);
  expect(answers).toMatchObject([{ snapshot: { state: 'unknown' } }]);
  const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is null');
  expect(rows).toHaveLength(1);
  twitch('calm', {});
});

it('the end becomes an end card after the grace', async () => {
  twitch('end', { who: 'xqc' });
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is not null');
    expect(rows).toHaveLength(1);
  });
  await scene.api.pass(OFFLINE_GRACE_MS);
  await until(async () => expect((await shown())[0]?.embeds[0]?.description).toContain('was live'));
  expect(await shown()).toHaveLength(1);
});

it('a stream that returns within the longest grace deletes its second message', async () => {
  twitch('go-live', { who: 'xqc', title: 'Back again' });
  await until(async () => expect((await shown())[0]?.embeds[0]?.title).toBe('Back again'));
  expect(await shown()).toHaveLength(1);
  twitch('end', { who: 'xqc' });
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where grace_told = 0');
    expect(rows).toHaveLength(1);
  });
  await scene.api.pass(OFFLINE_GRACE_MS);
  await until(async () => expect((await shown())[0]?.embeds[0]?.description).toContain('was live'));
  expect(await shown()).toHaveLength(1);
});

it('a start that Twitch pushes during an outage is announced at once; its title follows', async () => {
  const who = 'tinwhistler';
  await add(who);
  await until(() => expect(summary().subscriptions.filter(({ status }) => status === 'enabled')).toHaveLength(6));
  const titles = async () =>
    (await shown()).filter(({ content }) => content.includes('TinWhistler')).map(({ embeds }) => embeds[0]?.title);
  twitch('trouble', { kind: 'outage', minutes: 10 });
  twitch('go-live', { who, title: 'High water' });
  await until(async () => expect(await titles()).toHaveLength(1));
  expect(await titles()).not.toEqual(['High water']);
  await until(() => expect(summary().deliveries[0]).toMatchObject({ outcome: 'delivered', attempts: 1 }));
  twitch('calm', {});
  // The first check may have found Twitch still down, so the sweep makes the next one.
  await until(async () => {
    await scene.api.pass(seconds(5));
    expect(await titles()).toEqual(['High water']);
  });
});

it('a stream whose pushes are lost is found by asking', async () => {
  await add('marlow_keys');
  await until(() => expect(summary().subscriptions.filter(({ status }) => status === 'enabled')).toHaveLength(9));
  twitch('webhooks', { do: 'lose', next: 5 });
  twitch('go-live', { who: 'marlow_keys', title: 'By lamplight' });
  await until(async () => expect((await shown()).map(({ embeds }) => embeds[0]?.title)).toContain('By lamplight'));
  expect(
    summary()
      .deliveries.slice(0, 2)
      .map(({ outcome }) => outcome),
  ).toEqual(['lost', 'lost']);
});

it('Twitch stops pushing for an unfollowed creator; a new follow receives pushes at once', async () => {
  const enabled = () => summary().subscriptions.filter(({ status }) => status === 'enabled').length;
  twitch('calm');
  twitch('end', { who: 'marlow_keys' });
  await until(async () => {
    const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is null');
    expect(rows).toHaveLength(1);
  });
  await scene.api.pass(hours(1));
  const params = { guildId: nightCity, platform: 'twitch', streamer: 'marlow_keys' } as const;
  expect((await scene.call(notifications.removeStreamer, { params, query: {} })).status).toBe(200);
  await runJob(scene.api.ctx, 'detection/let-go-of-pushes');
  await until(() => expect(summary().subscriptions).toHaveLength(6));
  await add('marlow_keys');
  await until(() => expect(enabled()).toBe(9));
  twitch('go-live', { who: 'marlow_keys', title: 'By daylight' });
  await until(async () => expect((await shown()).map(({ embeds }) => embeds[0]?.title)).toContain('By daylight'));
});

it('nothing was asked of the outside world that it does not know', () =>
  expect(scene.api.sim.unknownCalls).toEqual([]));
