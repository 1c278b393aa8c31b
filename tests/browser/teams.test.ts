import { violations } from '@tally/tests/accessibility';
import { demoUser, somebodyElse } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor, type VisitorOptions, wear } from '@tally/tests/visitor';
import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';

/** Follows a team from the leader's invitation to the guest's rights, and their removal. */
const pageOf = (userId: string) => `/dashboard/user/${userId}/teams`;
const third = '200000000000000002';

const house = useHouse();
afterEach(async () => {
  const team = await ownTeam();
  if (team) await call('DELETE', `/data/teams/${team}`);
});

const open = (path: string, options: VisitorOptions = { token: house.ownerToken }) => house.open(path, options);
const nameOf = (userId: string): string => house.stack.sim.discord.state.users.get(userId)?.username ?? '';
const phone = { viewport: { width: 360, height: 780 } };
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function call<T>(method: string, path: string, body?: object, who = house.ownerToken): Promise<T> {
  const answer = await fetch(house.stack.server.url + path, {
    method,
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await answer.json()) as { data: T }).data;
}
const ownTeam = async () =>
  (await call<{ managedTeam: { teamId: string } | null }>('GET', '/data/teams')).managedTeam?.teamId;
/** Creates a team and returns its path in the API. */
async function found(): Promise<string> {
  await call('POST', '/data/teams', { teamName: 'Night shift' });
  return `/data/teams/${await ownTeam()}`;
}
const invite = async (team: string, terms: object = {}) =>
  await call<string>('PUT', `${team}/invite`, { bitfieldToSet: '1', ...terms });
async function bring(team: string, userId: string, terms: object = {}): Promise<string> {
  const who = await house.stack.logIn(userId);
  await call('PUT', `/data/teams/join?code=${await invite(team, terms)}`, undefined, who);
  return who;
}

/** Fills in Discord's page, where a person chooses their account. */
async function agreeAs(page: Page, userId: string): Promise<void> {
  await page.locator(`input[value="${userId}"]`).check();
  await page.getByRole('button', { name: 'Authorise' }).click();
}

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    expect(await violations(page, theme === 'light' ? 'colours' : 'standards')).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

test('created, invited to, joined after a login, and left without the revoked rights', async () => {
  const leader = await open(pageOf(demoUser));
  const { page } = leader;
  await page.getByRole('button', { name: 'Create team' }).click();
  const naming = page.getByRole('dialog', { name: 'Create team' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Night shift' }).waitFor();
  await region(page, 'Members').getByText('Your team has no members yet').waitFor();

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const inviting = page.getByRole('dialog');
  expect(await inviting.getByRole('spinbutton').inputValue()).toBe('1');
  await inviting.getByRole('combobox', { name: 'Valid for' }).getByText('7 days').waitFor();
  await inviting.getByRole('button', { name: 'Create link' }).click();
  const link = await inviting.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await region(page, 'Invitations').getByText('0 of 1 used').waitFor();

  const guest = await open(link, phone);
  await guest.page.getByRole('heading', { name: 'Night shift' }).waitFor();
  await guest.page.getByText(new RegExp(`${nameOf(demoUser)}\\W+invites you to the team`)).waitFor();
  await guest.page.getByText('Manage media share').waitFor();
  // The page's head does not contain the team's name, because link previews would show it to everyone.
  await expect.poll(() => guest.page.title()).toContain('Invitation to a team');
  expect(await guest.page.title()).not.toContain('Night shift');
  await guest.page.getByRole('link', { name: 'Log in to join' }).click();
  await agreeAs(guest.page, somebodyElse);
  await guest.page.waitForURL(link);
  await guest.page.getByRole('button', { name: 'Join' }).click();
  await guest.page.getByRole('heading', { name: 'You are in' }).waitFor();
  const room = guest.page.getByRole('link', { name: /^Open the media share of/ });
  expect(await room.getAttribute('href')).toBe(`/dashboard/user/${demoUser}/media-sharing`);
  await guest.page.getByRole('link', { name: 'To your teams' }).click();
  await guest.page.waitForURL(`**${pageOf(somebodyElse)}`);
  await guest.page.getByText('You may: Manage media share').waitFor();
  await isWellMade(guest);

  await page.reload();
  const member = region(page, 'Members')
    .getByRole('listitem')
    .filter({ hasText: nameOf(somebodyElse) });
  await member.first().waitFor();
  const right = member.getByRole('switch', { name: `Manage media share: ${nameOf(somebodyElse)}` });
  expect(await right.getAttribute('aria-checked')).toBe('true');
  await right.click();
  await page.getByRole('switch', { name: /^Manage media share/, checked: false }).waitFor();
  await expect
    .poll(
      async () => {
        await guest.page.reload();
        await guest.page.getByText('You may: ').waitFor();
        return await guest.page.getByText('You may: no rights yet').count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await page.getByText('Activity').click();
  await page.getByText('changed the rights').waitFor();
  await isWellMade(leader);
});

test('a team and its invitation are made once, however fast the button is pressed', async () => {
  const { page } = await open(pageOf(demoUser));
  await page.getByRole('button', { name: 'Create team' }).press('Enter');
  // The dialog opens with the focus in its field, so a name with spaces is typed completely.
  await page.getByRole('dialog', { name: 'Create team' }).waitFor();
  await page.keyboard.type('Helpers of the north');
  await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).dblclick();
  await page.getByRole('heading', { name: 'Helpers of the north' }).waitFor();
  expect(await page.getByText('You lead a team already', { exact: false }).count()).toBe(0);

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const inviting = page.getByRole('dialog');
  await inviting.getByRole('button', { name: 'Create link' }).dblclick();
  await inviting.getByRole('textbox', { name: 'Link' }).waitFor();
  const { managedTeam } = await call<{ managedTeam: { activeInvites: unknown[] } }>('GET', '/data/teams');
  expect(managedTeam.activeInvites).toHaveLength(1);
});

test('in Arabic: the same way in, from right to left', async () => {
  const code = await invite(await found(), { maxUses: null });
  const guest = await open(`/teams/join/${code}`, { ...phone, locale: 'ar-SA' });
  await guest.page.locator('html[dir=rtl]').waitFor();
  await guest.page.getByText(/يدعوك .* إلى فريق/).waitFor();
  await guest.page.getByText('إدارة مشاركة الوسائط').waitFor();
  await expect.poll(() => guest.page.title()).toContain('دعوة إلى فريق');
  await guest.page.getByRole('link', { name: 'سجّل الدخول للانضمام' }).click();
  await agreeAs(guest.page, third);
  await guest.page.waitForURL(`**/teams/join/${code}`);
  await guest.page.getByRole('button', { name: 'انضمام' }).click();
  await guest.page.getByRole('heading', { name: 'تم الانضمام' }).waitFor();
  // A second visit does not join twice.
  await guest.page.goto(`/teams/join/${code}`);
  await guest.page.getByText('أنت في هذا الفريق بالفعل.').waitFor();
  await guest.page.getByRole('link', { name: 'إلى فرقك' }).click();
  await guest.page.getByText('يُسمح لك بما يلي: إدارة مشاركة الوسائط').waitFor();
  await isWellMade(guest);
});

test('a person removed together with the invitation cannot rejoin with it', async () => {
  await bring(await found(), third, { maxUses: 5 });
  const { page } = await open(pageOf(demoUser));
  const name = nameOf(third);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${name}?` });
  await dialog.getByText('Also revoke their invitation').waitFor();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'the invitation has been revoked' }).waitFor();
  await region(page, 'Invitations').getByText('No open invitations').waitFor();
  expect(await region(page, 'Members').getByText(name).count()).toBe(0);
});

test('an invitation without limits is confirmed twice', async () => {
  await found();
  const { page, problems } = await open(pageOf(demoUser));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'No limit' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('Any number of people could join with this link').waitFor();
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: 'No expiry' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('It works until you revoke it').waitFor();
  await dialog.getByRole('button', { name: 'Yes, create it' }).click();
  await dialog.getByRole('textbox', { name: 'Link' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await region(page, 'Invitations').getByText('no expiry').waitFor();
  expect(problems).toEqual([]);
});

test('used up, revoked and invalid ones look the same, and friendly', async () => {
  const team = await found();
  const revoked = await invite(team);
  await call('DELETE', `${team}/invites/${revoked}`);
  const seen: string[] = [];
  for (const code of [revoked, 'nonsense', 'two%20words']) {
    const visitor = await open(`/teams/join/${code}`, {});
    await visitor.page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    seen.push(await visitor.page.getByRole('main').innerText());
  }
  expect(new Set(seen).size).toBe(1);
});

test('handed over and left; then nothing is there any more', async () => {
  const helper = await bring(await found(), somebodyElse);
  const { page } = await open(pageOf(demoUser));
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('button', { name: `Hand over to ${nameOf(somebodyElse)}` }).click();
  await page.getByText('You do not lead a team yet').waitFor();
  await page.getByRole('button', { name: 'Leave Night shift' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You are not in a team').waitFor();

  const leader = await open(pageOf(somebodyElse), { token: helper });
  await leader.page.getByRole('button', { name: 'Delete team' }).click();
  await leader.page.getByText('It has no members. Invitations end.').waitFor();
  await leader.page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click();
  await leader.page.getByText('You do not lead a team yet').waitFor();
  expect(await ownTeam()).toBeUndefined();
  await isWellMade(leader);
});

test('no one sees the teams of another person', async () => {
  const { page, problems } = await open(pageOf(somebodyElse));
  await page.getByRole('heading', { name: /denied/i }).waitFor();
  expect(problems).toEqual([]);
});
