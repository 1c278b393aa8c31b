import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut } from '@tally/tests/visitor';
import { expect, it } from 'vitest';

/** An owner follows creators that start when another bot has left, and starts one of them earlier. */
/** A separate house, because other files add the same creators to this server. */
const house = useHouse({});
const path = `/dashboard/server/${nightCity}`;
const streamcord = '375805687529209857';

it('a list waits for the other bot; the list and the editor show it, and a button starts one now', async () => {
  const controls = house.stack.sim.discord.controls;
  await controls['add-bot']?.({ guild_id: nightCity, user_id: streamcord, username: 'Streamcord' });
  const { page, problems } = await house.open(`${path}/moving`, { token: house.ownerToken });
  await page.getByRole('textbox', { name: 'Names or links' }).fill('https://kick.com/xqc https://kick.com/nordwind');
  await page.getByRole('button', { name: 'Read list' }).press('Enter');
  const start = page.getByRole('combobox', { name: 'Start' });
  await page.getByText('both will announce the next stream').waitFor();
  await start.press('Enter');
  await page.getByRole('option', { name: /Start when .*Streamcord.* has left/ }).click();
  await page.getByText('Messages start when you remove it.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Follow 2 streamers' }).press('Enter');
  await page.getByText('2 streamers were added. You can undo this for 24 hours.').waitFor();

  await page.goto(`${path}/error-logs`);
  await page.getByText(/2 streamers start when .*Streamcord.* has left this server/).waitFor();
  await page.getByRole('link', { name: 'Show streamers' }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.goto(`${path}/notifications/kick`);
  const badges = page.getByText(/Starts when .*Streamcord.* has left/);
  await badges.nth(1).waitFor();
  await page.getByRole('button', { name: 'Start xqc now' }).press('Enter');
  await page.getByRole('button', { name: 'Pause xqc' }).waitFor();
  expect(await badges.count()).toBe(1);

  await page.goto(`${path}/notifications/kick/nordwind`);
  await page.getByText('so nothing is announced twice').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start now' }).press('Enter');
  await page.getByText('so nothing is announced twice').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('on a phone in Arabic nothing sticks out', async () => {
  const { page } = await house.open(`${path}/moving`, {
    token: house.ownerToken,
    viewport: { width: 360, height: 780 },
    locale: 'ar-SA',
    colorScheme: 'light',
  });
  await page.getByRole('textbox').fill('https://kick.com/kettlecorn');
  await page.getByRole('button', { name: 'اقرأ القائمة' }).click();
  await page.getByRole('combobox', { name: 'البداية' }).press('Enter');
  await page.getByRole('option', { name: /Streamcord/ }).click();
  await page.getByText('تبدأ الرسائل عندما تزيله').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'متابعة صانع محتوى واحد' }).click();
  await page.getByText('أُضيف صانع محتوى واحد').waitFor();
  await page.goto(`${path}/notifications/kick/kettlecorn`);
  await page.getByRole('button', { name: 'ابدأ الآن' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.goto(`${path}/notifications/kick`);
  await page.getByText(/يبدأ بعد مغادرة/).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.goto(`${path}/error-logs`);
  await page.getByRole('link', { name: 'عرض صنّاع المحتوى' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
});
