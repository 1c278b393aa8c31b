import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Staff publish incidents and maintenance, and people see them on several pages. */
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

const feed = async () => await (await fetch(`${house.stack.web}/status/feed.xml`)).text();
const json = async () => (await (await fetch(`${house.stack.web}/status.json`)).json()) as object;

async function ask(method: string, path: string, about?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${house.ownerToken}`, 'content-type': 'application/json' };
  const body = about ? JSON.stringify(about) : null;
  const answer = await fetch(`${house.stack.server.url}/status/incidents${path}`, { method, headers, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown }).data;
}

test('an ongoing incident is above every page, until it is dismissed', async () => {
  const startsAt = new Date(Date.now() - 60_000);
  const about = { title: 'Lamps flicker', isMaintenance: false, components: ['gateway'], startsAt, endsAt: null };
  const { incidentId } = (await ask('POST', '', { ...about, text: 'We look.' })) as { incidentId: string };
  const visitor = await open('/');
  const bar = visitor.page.getByRole('complementary', { name: 'Incident' });
  // The very first page does not wait long for an API that has just started.
  await expect
    .poll(async () => {
      await visitor.page.reload();
      return await bar.count();
    })
    .toBe(1);
  await bar.getByText('Lamps flicker').waitFor();
  await isWellMade(visitor);
  await visitor.page.goto('/faq');
  await bar.getByRole('button', { name: 'Hide this notice' }).click();
  await bar.waitFor({ state: 'detached' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await bar.count()).toBe(0);
  await ask('DELETE', `/${incidentId}`);
});

test('staff write a line for every page, and remove it', async () => {
  const landing = async () => await (await fetch(house.stack.web)).text();
  const staff = await open('/admin/news', { token: house.ownerToken, viewport: { width: 360, height: 740 } });
  const { page } = staff;
  await page.getByText('No notices').waitFor();
  await page.getByRole('button', { name: 'Write a notice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('We move to a new machine tonight');
  await dialog.getByRole('textbox', { name: 'Link' }).fill('//evil.example');
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Link' }).fill('/status');
  await isWellMade(staff);
  expect(await landing()).not.toContain('We move to a new machine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Shown now').waitFor();
  // The page reports that the notice is shown, so the next page of any visitor contains it.
  expect(await landing()).toContain('We move to a new machine tonight');
  const { data } = (await (await fetch(`${house.stack.server.url}/`)).json()) as { data: { notice: object } };
  expect(data.notice).toMatchObject({ text: 'We move to a new machine tonight', href: '/status', severity: 'info' });
  await page.getByRole('button', { name: 'Remove “We move to a new machine tonight”' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No notices').waitFor();
  expect(await landing()).not.toContain('We move to a new machine');
  await isWellMade(staff);
});

test('an incident is published, read by everyone, and closed with its cause', async () => {
  const staff = await open('/admin/status', { token: house.ownerToken });
  const { page } = staff;
  await page.getByText('No incidents yet').waitFor();
  await isWellMade(staff);
  await page.getByRole('link', { name: 'Report an incident' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Messages are late');
  await page.getByRole('checkbox', { name: 'Messages' }).click();
  await page.getByRole('checkbox', { name: 'YouTube' }).click();
  await page.getByRole('combobox', { name: 'Impact' }).click();
  await page.getByRole('option', { name: 'Partial outage' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill("A disk is full. [Why](/docs) <script>alert('x')</script>");
  await isWellMade(staff);
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Messages are late' }).waitFor();
  expect(await (await fetch(house.stack.web)).text()).toContain('Messages are late');

  const visitor = await open('/status');
  await visitor.page.getByRole('article', { name: 'Messages are late' }).first().waitFor();
  await visitor.page.getByText("<script>alert('x')</script>").waitFor();
  await visitor.page.getByText('Messages and YouTube: Partial outage', { exact: true }).waitFor();
  const row = visitor.page.getByRole('listitem', { name: 'YouTube' });
  await row.getByText('Partial outage', { exact: true }).waitFor();
  // No server follows a YouTube channel, so YouTube was never checked.
  await row.getByText('Not measured yet', { exact: true }).waitFor();
  expect(await visitor.page.getByText('in 90 days').count()).toBe(0);
  await isWellMade(visitor);
  expect(await feed()).toContain('<title>Messages are late</title>');
  // Feed readers need absolute addresses.
  expect(await feed()).toContain(`href=&quot;${house.stack.web}/docs&quot;`);
  expect(await feed()).toContain('Messages, YouTube: Partial outage');
  expect(await json()).toMatchObject({
    status: 'partial',
    components: expect.arrayContaining([{ component: 'youtube', state: 'partial', since: null, share: null }]),
    incidents: [{ title: 'Messages are late', components: ['sending', 'youtube'] }],
  });

  await page.getByRole('textbox', { name: 'Message' }).fill('It is emptied.');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await page.getByRole('button', { name: 'Post update' }).click();
  await page.getByText('The update has been published.').waitFor();
  expect(await (await fetch(house.stack.web)).text()).not.toContain('Messages are late');
  await page.getByRole('textbox', { name: 'Post-mortem' }).fill('Logs are turned now.');
  await page.keyboard.press('Control+s');
  await page.getByText('The incident has been saved.').waitFor();

  await visitor.page.getByRole('link', { name: 'Messages are late' }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Messages are late' }).waitFor();
  await visitor.page.getByText('Logs are turned now.').waitFor();
  await visitor.page.getByText('It is emptied.').waitFor();
  await isWellMade(visitor);
  expect(await json()).toMatchObject({ status: expect.not.stringMatching('partial'), incidents: [] });
});

test('a bar shows its day to a pointer and to the arrow keys, between the dates of both ends', async () => {
  const { page, problems } = await open('/status');
  const row = page.getByRole('main').getByRole('listitem', { name: 'API', exact: true });
  const slider = row.getByRole('slider', { name: 'API, day by day' });
  const [today, yesterday] = [0, 1].map((ago) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.now() - ago * 86_400_000),
  );
  await row.getByText(`${today}`, { exact: true }).waitFor();
  await slider.focus();
  await row.getByText(new RegExp(`^${today} · `)).waitFor();
  await page.keyboard.press('ArrowLeft');
  // Nothing was measured before the start, which is not an outage.
  await row.getByText(`${yesterday} · No data`, { exact: true }).waitFor();
  await slider.blur();
  const box = await slider.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 5);
  await row.getByText(new RegExp(`^${today} · `)).waitFor();
  const ways = page.getByRole('navigation', { name: 'Subscribe' }).getByRole('link');
  for (const way of await ways.all())
    expect((await page.request.get((await way.getAttribute('href')) ?? '')).status()).toBe(200);
  expect(await ways.count()).toBe(3);
  expect(problems).toEqual([]);
});

test("the API answers the sampler's call through the web app", async () => {
  const answer = await fetch(`${house.stack.web}/api/tally`, { redirect: 'manual' });
  expect(answer.status).toBe(200);
});

test('a phone shows it in Arabic; an invalid number is no page', async () => {
  await ask('POST', '', {
    title: 'W'.repeat(150),
    isMaintenance: true,
    components: ['api'],
    startsAt: new Date(Date.now() + 3_600_000),
    endsAt: new Date(Date.now() + 7_200_000),
    text: 'x',
  });
  const phone = { viewport: { width: 360, height: 740 }, locale: 'ar-SA', colorScheme: 'light' } as const;
  const reader = await open('/status', phone);
  await reader.page.getByText('مخطَّط لها').waitFor();
  await isWellMade(reader);
  const nobody = await fetch(`${house.stack.web}/status/raw`);
  expect(nobody.status).toBe(404);
});
