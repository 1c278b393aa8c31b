import { alertRoom } from '@tally/tests/alert-room';
import { expect, it, vi } from 'vitest';

interface Shown {
  content: string;
  embeds: { title?: string }[];
  components: { components: { url?: string }[] }[];
}

/** A server follows a user and a channel of the same name on Rumble. Each test continues from the last one. */
const scene = alertRoom<Shown, { requests: { status: number }[] }>('rumble');
const { act: rumble, shown, add, summary } = scene;
const blocked = () => summary().requests.filter(({ status }) => status === 403).length;
/** Moves the clock while it waits, because Rumble pushes nothing. */
const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(async () => {
    await scene.api.pass(10_000);
    return await check();
  }, 30_000);

it('a name that does not exist there is refused with the reason', async () => {
  const answer = await add('nobody-at-all', 'user');
  expect([answer.status, answer.json.error]).toEqual([
    404,
    'There is no channel called nobody-at-all on Rumble. You can paste a link to the channel instead.',
  ]);
});

it('a user and a channel of one name are followed side by side', async () => {
  const [user, channel] = [await add('quietpines', 'user'), await add('quietpines', 'channel')];
  expect([user.status, user.json.data]).toMatchObject([200, { streamerUserName: 'quietpines', type: 'user' }]);
  expect([channel.status, channel.json.data]).toMatchObject([200, { streamerUserName: 'quietpines', type: 'channel' }]);
});

it('the live channel is announced once, and its namesake is not', async () => {
  const { path } = rumble('go-live', { who: 'user/quietpines', title: 'Letters @everyone' }) as { path: string };
  const [message] = await until(async () => {
    const messages = await shown();
    expect(messages).toHaveLength(1);
    return messages;
  });
  expect(message?.embeds[0]?.title).toContain('Letters');
  expect(message?.components[0]?.components[0]?.url).toBe(`https://rumble.com${path}`);
});

it('a new title changes the same message, and a block page changes nothing', async () => {
  rumble('change-title', { who: 'user/quietpines', title: 'More letters' });
  await until(async () => expect((await shown())[0]?.embeds[0]?.title).toBe('More letters'));
  // Longer than the grace period after which a stream counts as ended.
  rumble('trouble', { kind: 'block', minutes: 10_000 });
  const over = scene.api.clock.now().getTime() + 20 * 60_000;
  await until(async () => {
    await scene.api.pass(20_000);
    expect(blocked()).toBeGreaterThan(2);
    expect(scene.api.clock.now().getTime()).toBeGreaterThan(over);
  });
  rumble('calm');
  rumble('change-title', { who: 'user/quietpines', title: 'Letters again' });
  await until(async () => expect((await shown())[0]?.embeds[0]?.title).toBe('Letters again'));
  expect(await shown()).toHaveLength(1);
});

it('a stream is announced within 90 seconds, however many others were live lately', async () => {
  const lively = ['HarborRadio', 'ironledger', 'SaltAndSmoke', 'LateCheckpoint'];
  for (const who of [...lively, 'c-546523']) expect((await add(who)).status).toBe(200);
  for (const who of lively) rumble('go-live', { who: `c/${who}` });
  await until(async () => expect(await shown()).toHaveLength(1 + lively.length));
  rumble('go-live', { who: 'c/c-546523', title: 'A bench of oak' });
  const began = scene.api.clock.now().getTime();
  const sweep = 2_100;
  while (scene.api.clock.now().getTime() + sweep <= began + 90_000) {
    await scene.api.pass(sweep);
    // All four channels are due in each round, which has room for four.
    await vi.waitFor(async () => {
      const now = scene.api.clock.now().toISOString();
      const { rows } = await scene.api.ctx.db.execute(
        `select 1 from channels where platform = 'rumble' and asked_at = '${now}'`,
      );
      expect(rows).not.toEqual([]);
    }, 30_000);
  }
  await vi.waitFor(async () =>
    expect((await shown()).map((each) => each.embeds[0]?.title)).toContain('A bench of oak'),
  );
});
