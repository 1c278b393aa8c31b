import { tiers } from '@tally/contract';
import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import { type Hands, keyboard, touch } from '@tally/tests/hands';
import { useHouse } from '@tally/tests/house';
import { applicationId } from '@tally/tests/stack';
import type { Visitor } from '@tally/tests/visitor';
import { beforeAll, describe, expect, test, vi } from 'vitest';

/**
 * Runs ten tasks by keyboard alone and by touch on a phone. `FIGURES=1 npm run test:file -- --project browser
 * tests/browser/tasks.test.ts` prints the keys, taps and seconds for bench/LOG.md. Other tests show that the tasks
 * work. A task that exceeds its limit has become longer.
 */
const house = useHouse({ serverEnv: {} });
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;
const patient = { timeout: 60_000, interval: 100 };
const home = `/dashboard/server/${nightCity}`;
const harbour = '802000000000000000';
/** The permission that the bot lacks. */
const EMBED_LINKS = String(1n << 14n);

interface Place extends Pick<Visitor, 'page'> {
  readonly hands: Hands;
  /** A value that differs between the two runs of a task. */
  readonly name: string;
}

interface Task {
  readonly starts: string;
  /** The limits of keys and taps. */
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

/** Follows a creator in a separate channel in which the bot may not embed links. */
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

/** Follows a creator in a channel that is deleted before their stream. */
async function loseChannelOf(name: string): Promise<void> {
  const channelId = addChannel(`lost-${name}`);
  await call(`/data/guild/${nightCity}/kick/${name}`, 'POST', { notificationChannelId: channelId });
  house.stack.discord('remove-channel', { channel_id: channelId });
  house.stack.kick('go-live', { who: name, title: 'Into the void' });
  const rows = async () => JSON.stringify(await call(`/data/guild/${nightCity}/journal?limit=50`));
  await vi.waitUntil(async () => (await rows()).includes('"failed"'), patient);
}

/** Buys Server Premium once, for another server. */
async function subscribe(): Promise<void> {
  if (isSubscribed) return;
  const { page } = await house.open(`/premium/checkout/${tiers.ServerPremium}?server=${harbour}`, {
    token: house.ownerToken,
  });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('link', { name: /4242/ }).click();
  await page.getByText('Thank you!').waitFor();
  isSubscribed = true;
}
let isSubscribed = false;

const tasks: Readonly<Record<string, Task>> = {
  'first message': {
    starts: '/dashboard',
    most: [60, 6],
    async act({ page, hands, name }) {
      const main = page.getByRole('main');
      await hands.press(main.getByRole('link', { name: /^Night City/ }).last());
      await page.waitForURL(`**${home}`);
      await hands.press(main.getByRole('link', { name: /Add a streamer|Notifications/ }).first());
      const form = page.getByRole('dialog', { name: 'Add a streamer' });
      const add = page.getByRole('button', { name: 'Add streamer' }).first();
      await add.or(form).first().waitFor();
      if (!(await form.isVisible())) await hands.press(add);
      await hands.write(form.getByRole('combobox', { name: 'Streamer' }), name);
      await form
        .getByRole('combobox', { name: /^Posts to/ })
        .getByText('live-now')
        .waitFor();
      await hands.press(form.getByRole('button', { name: 'Add and send test' }));
      await page.getByText('Test: Posted').first().waitFor();
    },
  },
  'own words': {
    starts: home,
    most: [60, 8],
    async act({ page, hands, name }) {
      if (hands.name === 'keyboard') await hands.go('Messages');
      else await hands.press(page.getByRole('main').getByRole('link', { name: 'Messages', exact: true }));
      await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
      await hands.press(page.getByRole('main').getByRole('link', { name: /^Live/ }).first());
      const write = page.getByRole('button', { name: 'Write your own' });
      const content = page.locator('[data-path="content"]');
      await write.or(content).first().waitFor();
      if (await write.isVisible()) await hands.press(write);
      await hands.write(content, `${name} says hello `);
      await hands.save();
    },
  },
  'welcome with a card': {
    starts: home,
    most: [60, 8],
    before: () => call(`/data/guild/${nightCity}`, 'PATCH', { welcomeEnabled: false, welcomeChannelId: null }),
    async act({ page, hands }) {
      await hands.go('Welcome/Leave');
      await page.getByRole('heading', { level: 1, name: 'Welcome and leave' }).waitFor();
      await hands.press(page.getByRole('button', { name: 'Picture', exact: true }));
      await hands.press(page.getByRole('button', { name: /^Turn on in / }));
      await page.getByRole('switch', { name: 'Greet new members', checked: true }).waitFor();
    },
  },
  giveaway: {
    starts: home,
    most: [70, 8],
    async act({ page, hands, name }) {
      await hands.go('Giveaways');
      await hands.press(page.getByRole('main').getByRole('link', { name: 'Create giveaway' }).first());
      await hands.write(page.getByRole('textbox', { name: 'Prize' }), `A lamp for ${name}`);
      await hands.pick(page.getByRole('combobox', { name: /^Channel/ }).first(), 'live-now');
      await hands.press(page.getByRole('button', { name: 'Start giveaway' }));
      await page.getByText(`A lamp for ${name}`).first().waitFor();
    },
  },
  'approve a video': {
    starts: '/dashboard',
    most: [60, 5],
    async before(name) {
      await call(`/data/user/${demoUser}`, 'PATCH', { mediaShare: { enabled: true } });
      await call(`/data/user/${demoUser}`, 'PATCH', { mediaShare: { settings: { secondsBetween: 0 } } });
      const youtube = house.stack.sim.worlds.get('youtube');
      const title = `Rain with ${name}`;
      const video = youtube?.controls['upload']?.({ who: 'mkbhd', seconds: 120, title }) as { url: string };
      const viewer = await house.stack.logIn(somebodyElse);
      const room = (await call(`/data/media/${demoUser}`)) as { name: string };
      await call(`/data/media/rooms/${room.name}/requests`, 'POST', { text: video.url }, viewer);
    },
    async act({ page, hands, name }) {
      if (hands.name === 'keyboard') await hands.go('Media Sharing');
      else await hands.press(page.getByRole('main').getByRole('link', { name: /^Open/ }));
      await hands.press(page.getByRole('button', { name: new RegExp(`^Approve .*Rain with ${name}`) }));
      await page.getByText('No requests are waiting for approval.').waitFor();
    },
  },
  'fix a permission': {
    starts: '/dashboard',
    most: [60, 5],
    before: (name) => followInTrouble(name === 'nordwind' ? 'kettlecorn' : 'ridgewalker'),
    async act({ page, hands }) {
      await hands.press(page.getByRole('link', { name: 'Fix the problems in Night City' }));
      await page
        .getByText(/lacks permissions/)
        .first()
        .waitFor();
      // The person grants the permission in Discord, and the page notices it.
      forbid(locked, '0');
      await page
        .getByText(/Solved in/)
        .first()
        .waitFor();
    },
  },
  'find why nothing was posted': {
    starts: home,
    most: [40, 3],
    before: (name) => loseChannelOf(name === 'nordwind' ? 'pixelpastor' : 'xqc'),
    async act({ page, hands }) {
      await hands.go('Journal');
      await page.getByText('The channel no longer exists.').first().waitFor();
    },
  },
  'change plan': {
    starts: home,
    most: [60, 5],
    before: subscribe,
    async act({ page, hands, name }) {
      await hands.go('Manage Subscription');
      await hands.press(page.getByRole('button', { name: 'Change plan' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByTestId('change-due').waitFor();
      await hands.press(dialog.getByRole('button', { name: /^Confirm/ }));
      const next = name === 'nordwind' ? 'Server Premium Plus' : 'Server Premium';
      await page.getByRole('heading', { name: next, exact: true }).waitFor();
    },
  },
  'ask staff': {
    starts: home,
    most: [60, 6],
    async act({ page, hands, name }) {
      await hands.go('Questions');
      await hands.write(page.getByRole('textbox', { name: 'Your question' }), `Does it follow ${name}?`);
      await hands.press(page.getByRole('button', { name: 'Send question' }));
      await page.getByText('Your question is with the staff').waitFor();
    },
  },
  'self-host': {
    starts: '/docs',
    most: [60, 2],
    async act({ page, hands }) {
      await hands.press(page.getByRole('main').getByRole('link', { name: 'Install', exact: true }));
      await page.getByText('docker compose').first().waitFor();
    },
  },
};

beforeAll(async () => {
  await vi.waitFor(() => call(`/data/guild/${nightCity}`), patient);
  house.stack.sim.worlds.get('stripe')?.controls['callback']?.({ url: `${house.stack.server.url}/webhooks/stripe` });
  await call(`/premium/manage/guild/${nightCity}`, 'PATCH', { newPlanId: tiers.ServerPremium });
  await call(`/premium/manage/user/${demoUser}`, 'PATCH', { newPlanId: tiers.UserPremium });
});

const persons = { keyboard: 'nordwind', touch: 'lumi-vale' };

describe.runIf(process.env.FIGURES).each(['keyboard', 'touch'] as const)('by %s', (way) => {
  test.each(Object.entries(tasks))('%s', async (title, { starts, most, before, act }) => {
    await before?.(persons[way]);
    const { page } = await house.open(starts, { token: house.ownerToken, ...(way === 'touch' ? phone : {}) });
    await page.getByRole('main').waitFor();
    const hands = way === 'touch' ? touch(page) : keyboard(page);
    const from = performance.now();
    await act({ page, hands, name: persons[way] });
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { presses, letters } = hands.used();
    console.log(`${title} by ${way}: ${presses} + ${letters} letters, ${seconds} s`);
    expect(presses).toBeLessThanOrEqual(most[way === 'touch' ? 1 : 0]);
  });
});
