import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import { type Hands, keyboard, touch } from '@tally/tests/hands';
import { useHouse } from '@tally/tests/house';
import { applicationId } from '@tally/tests/stack';
import type { Visitor } from '@tally/tests/visitor';
import { beforeAll, describe, expect, test, vi } from 'vitest';

/**
 * Ten tasks by keyboard alone and by touch on a phone. A task that needs more keys or taps than its limit has become
 * longer. `FIGURES=1` prints the counts and seconds for bench/LOG.md.
 */
const house = useHouse({ isEmbedded: false });
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;
const patient = { timeout: 60_000, interval: 100 };
const home = `/dashboard/server/${nightCity}`;
/** Denied to the bot: Embed Links. */
const EMBED_LINKS = String(1n << 14n);

interface Place extends Pick<Visitor, 'page'> {
  readonly hands: Hands;
  /** A fact that differs between the two runs of a task. */
  readonly name: string;
}

interface Task {
  readonly starts: string;
  /** The limit of keys and of taps. */
  readonly most: readonly [keys: number, taps: number];
  readonly before?: (name: string) => Promise<unknown>;
  readonly act: (place: Place) => Promise<void>;
}

async function call(path: string, method = 'GET', body?: object, token = house.ownerToken) {
  const answer = await fetch(house.stack.server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}
const control = (action: string, body: object) => house.stack.discord(action, { guild_id: nightCity, ...body });
const addChannel = (name: string) => (control('add-channel', { name }) as { id: string }).id;
const forbid = (channelId: string, deny: string) =>
  control('change-channel', {
    channel_id: channelId,
    permission_overwrites: [{ id: applicationId, type: 1, allow: '0', deny }],
  });

/** Follows them in a channel of their own, in which the bot may not embed links. */
async function followInTrouble(name: string): Promise<void> {
  locked = addChannel(`locked-${name}`);
  await call(`/data/guild/${nightCity}/kick/${name}`, 'POST', { notificationChannelId: locked });
  forbid(locked, EMBED_LINKS);
  await vi.waitUntil(async () => {
    const text = JSON.stringify(await call(`/data/guild/${nightCity}/kick`));
    return text.includes('"pauseReason":"permissions"');
  }, patient);
}
let locked = '';

const tasks: Readonly<Record<string, Task>> = {
  'first message': {
    starts: '/dashboard',
    most: [60, 6],
    async act({ page, hands, name }) {
      const main = page.getByRole('main');
      await hands.press(main.getByRole('link', { name: /^Night City/ }));
      await page.waitForURL(`**${home}`);
      await hands.press(main.getByRole('link', { name: /Add a streamer|Follow/ }).first());
      const form = page.getByRole('dialog', { name: 'Add a streamer' });
      await hands.write(form.getByRole('combobox', { name: 'Streamer' }), name);
      await form
        .getByRole('combobox', { name: /^Posts to/ })
        .getByText('live-now')
        .waitFor();
      await hands.press(form.getByRole('button', { name: 'Add and send test' }));
      await page.getByText('Test: Posted').first().waitFor();
    },
  },
};

beforeAll(async () => {
  await vi.waitFor(() => call(`/data/guild/${nightCity}`), patient);
});

const persons = { keyboard: 'nordwind', touch: 'lumi-vale' };

describe.each(['keyboard', 'touch'] as const)('by %s', (way) => {
  test.each(Object.entries(tasks))('%s', async (title, { starts, most, before, act }) => {
    await before?.(persons[way]);
    const { page } = await house.open(starts, { token: house.ownerToken, ...(way === 'touch' ? phone : {}) });
    await page.getByRole('main').waitFor();
    const hands = way === 'touch' ? touch(page) : keyboard(page);
    const from = performance.now();
    await act({ page, hands, name: persons[way] });
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { presses, letters } = hands.used();
    if (process.env.FIGURES) console.log(`${title} by ${way}: ${presses} + ${letters} letters, ${seconds} s`);
    expect(presses).toBeLessThanOrEqual(most[way === 'touch' ? 1 : 0]);
  });
});
