import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { keyboard } from '@tally/tests/hands';
import { useHouse } from '@tally/tests/house';
import { sticksOut } from '@tally/tests/visitor';
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';

/** An owner imports a list of creators, follows them and undoes that. */
const house = useHouse();
const isFocused = (place: Locator) =>
  place.evaluate((element) => element.contains(element.ownerDocument.activeElement));
const path = `/dashboard/server/${nightCity}/moving`;

it('a pasted list is looked up, followed by keyboard alone, and undone', async () => {
  const { page, problems } = await house.open(path, { token: house.ownerToken });
  const list = page.getByRole('textbox', { name: 'Names or links' });
  await page.getByRole('button', { name: 'Read list' }).click();
  await page.getByText('Paste a list or choose a file first.').waitFor();

  // Pastes the list without a click into the box.
  const text = 'https://kick.com/xqc\n- [Tin](https://www.twitch.tv/tinwhistler)\nhttps://example.com/ada\nlumi_vale';
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  })()`);
  expect(await list.inputValue()).toBe(text);
  const hands = keyboard(page);
  await hands.press(page.getByRole('button', { name: 'Read list' }));
  const found = page.getByRole('region', { name: 'Found' });
  await found.getByText('xqc').waitFor();
  await found.getByText('TinWhistler').waitFor();
  const unclear = page.getByRole('region', { name: 'Unclear' });
  await unclear.getByText('Which platform?').waitFor();
  // The focus is on the summary, and the next control is the first one of the list.
  const summary = page.getByRole('status').getByText(/^Found: 2 · Unclear: 1$/);
  await expect.poll(() => isFocused(summary)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isFocused(found.getByRole('checkbox', { name: 'Select all that were found' }))).toBe(true);
  await hands.press(page.getByText('1 entry was left out'));
  await page.getByText('This link leads to another site.').waitFor();
  expect(await violations(page)).toEqual([]);

  // A chosen platform moves the line to another group.
  await hands.press(unclear.getByRole('group', { name: 'lumi_vale' }).getByRole('button', { name: 'Kick' }));
  await expect.poll(() => isFocused(found.getByRole('checkbox', { name: /Lumi/ }))).toBe(true);
  await page.keyboard.press('Space');
  await hands.press(page.getByRole('button', { name: 'Follow 2 streamers' }));
  const added = page.getByRole('status').getByText('2 streamers were added. You can undo this for 24 hours.');
  await expect.poll(() => isFocused(added)).toBe(true);
  await page.getByRole('link', { name: 'All streamers' }).click();
  await page.getByRole('link', { name: /xqc/ }).first().waitFor();
  await page.goto(path);
  await hands.press(page.getByRole('button', { name: 'Undo' }));
  const undone = page.getByRole('status').getByText('The streamers of this list were removed.');
  await expect.poll(() => isFocused(undone)).toBe(true);
  expect(problems).toEqual([]);
});

it('on a phone in Arabic nothing sticks out', async () => {
  const { page, problems } = await house.open(path, {
    token: house.ownerToken,
    viewport: { width: 360, height: 780 },
    locale: 'ar-SA',
  });
  await page.getByRole('textbox').fill('https://kick.com/xqc\nhttps://kick.com/nobody-here-42');
  await page.getByRole('button', { name: 'اقرأ القائمة' }).click();
  await page.getByText('xqc').first().waitFor();
  await page.getByRole('region', { name: 'لم يُعثر عليهم' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  // The next test begins without an open list.
  await page.getByRole('button', { name: 'تجاهل القائمة' }).click();
  await page.getByRole('tab').first().waitFor();
  expect(problems).toEqual([]);
});

it('posts of another bot are read, shown with their reason, and kept apart where they prove little', async () => {
  const { page, problems } = await house.open(null, { token: house.ownerToken });
  const discord = house.stack.sim.discord.controls;
  const room = (await discord['add-channel']?.({ guild_id: nightCity, name: 'other-bots-live' })) as { id: string };
  const post = (bot: string, who: string, count: number) =>
    discord['other-bot']?.({ channel_id: room.id, bot, who, count });
  await post('streamcord', 'tinwhistler', 3);
  await post('carl-bot', 'kettlecorn', 1);
  await page.goto(path);
  await page.getByRole('tab', { name: 'Read another bot’s posts' }).click();
  const form = page.getByRole('form', { name: 'Read another bot’s posts' });
  const channel = form.getByRole('checkbox', { name: '#other-bots-live' });
  await channel.waitFor();
  expect(await violations(page)).toEqual([]);
  for (const box of await form.getByRole('checkbox', { checked: true }).all()) await box.uncheck();
  await form.getByRole('button', { name: 'Read posts' }).press('Enter');
  await page.getByText('Choose at least one channel.').waitFor();
  await channel.press('Space');
  await form.getByRole('button', { name: 'Read posts' }).press('Enter');

  const found = page.getByRole('region', { name: 'Found' });
  await found.getByText('3 posts by Streamcord in #other-bots-live').waitFor();
  const unclear = page.getByRole('region', { name: 'Unclear' });
  await unclear.getByText('Only one post from an unknown sender').waitFor();
  const link = await unclear.getByRole('link', { name: 'Open post' }).getAttribute('href');
  expect(link).toContain(`/${nightCity}/${room.id}`);
  expect(await violations(page)).toEqual([]);
  await unclear.getByRole('checkbox', { name: 'Select kettlecorn' }).press('Space');
  await page.getByRole('button', { name: 'Follow 2 streamers' }).waitFor();
  await page.getByRole('button', { name: 'Discard list' }).click();
  await page.getByRole('tab', { name: 'Paste a list' }).waitFor();
  await discord['remove-channel']?.({ channel_id: room.id });
  expect(problems).toEqual([]);
});

it('if Discord hides the posts, the page names who can change that, also in Arabic on a phone', async () => {
  const { sim } = house.stack;
  const [application] = sim.discord.state.applications.values();
  const switchContent = (isOn: boolean) =>
    sim.discord.controls['application']?.({
      application_id: application?.id,
      privileged_intents: isOn ? before : before & ~(1 << 15),
    });
  const before = application?.privilegedIntents ?? 0;
  await switchContent(false);
  try {
    const { page, problems } = await house.open(path, {
      token: house.ownerToken,
      viewport: { width: 360, height: 780 },
      locale: 'ar-SA',
    });
    await page.getByRole('tab', { name: 'اقرأ منشورات بوت آخر' }).click();
    const portal = page.getByRole('link', { name: 'Privileged Gateway Intents' });
    expect(await portal.getAttribute('href')).toMatch(/\/developers\/applications\/\d+\/bot$/);
    expect(await sticksOut(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await switchContent(true);
  }
});
