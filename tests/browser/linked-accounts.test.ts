import { useHouse } from '@tally/tests/house';
import { sticksOut } from '@tally/tests/visitor';
import { expect, it } from 'vitest';

/** A person links accounts in their settings, on the simulated platforms' own pages. */
const house = useHouse();

it('connects Twitch on its page, sees it linked, and unlinks it; a refusal is shown as one', async () => {
  const { page, problems } = await house.open('/settings', { token: house.ownerToken });
  const row = (name: string) => page.locator('#accounts li').filter({ hasText: name });
  await row('Twitch').getByRole('button', { name: 'Connect: Twitch' }).click();
  await page.getByRole('link', { name: 'TinWhistler' }).click();
  await page.getByRole('heading', { name: 'Twitch is linked' }).waitFor();
  await page.getByRole('link', { name: 'Back to settings' }).click();
  await row('TinWhistler').getByText('Linked', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Allow as a creator: Twitch' }).click();
  await page.getByRole('link', { name: 'TinWhistler' }).click();
  await page.getByRole('link', { name: 'Back to settings' }).click();
  await row('TinWhistler').getByText('Creator', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Allow as a creator: Twitch' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Allow clip downloads: Twitch' }).click();
  await page.getByRole('link', { name: 'TinWhistler' }).click();
  await page.getByRole('link', { name: 'Back to settings' }).click();
  await row('TinWhistler').getByText('Clips can be downloaded', { exact: true }).waitFor();
  await row('TinWhistler').getByText('Creator', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Unlink Twitch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await row('Twitch').getByText('Not linked').waitFor();

  await row('Kick').getByRole('button', { name: 'Connect: Kick' }).click();
  await page.getByRole('link', { name: 'No, go back' }).click();
  await page.getByRole('heading', { name: 'Kick was not linked' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/link/kick/failure');
  await page.getByText('You declined on Kick, so nothing was linked.').waitFor();
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Connect with Discord' }).waitFor();
  expect(problems).toEqual([]);
});

it('links Rumble with its address, which is never shown; on a phone nothing sticks out', async () => {
  const { page, problems } = await house.open('/settings', {
    token: house.ownerToken,
    viewport: { width: 360, height: 780 },
  });
  const asked = house.stack.sim.worlds.get('rumble')?.controls['api-url']?.({ who: 'c/quietpines' });
  const { url } = asked as { url: string };
  await page.getByRole('button', { name: 'Paste API address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API address').fill('quietpines');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('This is not an API address.').waitFor();
  await dialog.getByLabel('API address').fill(url);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Unlink Rumble' }).waitFor();
  expect(await page.content()).not.toContain(new URL(url).searchParams.get('key'));
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
});
