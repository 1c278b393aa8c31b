import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test, vi } from 'vitest';

/** Tests the extra sections in the editor of a Kick streamer: the chat log and KickBot clips. */
const house = useHouse({ serverEnv: { PLANS: 'unlimited' } });
const page = `/dashboard/server/${nightCity}/notifications/kick/xqc`;

const roomCalled = (name: string): string => {
  const channels = [...house.stack.sim.discord.state.channels.values()];
  return channels.find((each) => each.name === name && each.guildId === nightCity)?.id ?? '';
};
const ask = async (method: string, body?: object) =>
  await fetch(`${house.stack.server.url}/data/guild/${nightCity}/kick/xqc`, {
    method,
    headers: { authorization: `Bearer ${house.ownerToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const saved = async () => ((await (await ask('GET')).json()) as { data: object }).data;

async function isWellMade({ page: shown, problems }: Visitor): Promise<void> {
  expect(await violations(shown)).toEqual([]);
  expect(await sticksOut(shown)).toEqual([]);
  expect(problems).toEqual([]);
}

test('a log is turned on with its events, and a test clip of KickBot is posted in the chosen channel', async () => {
  const log = roomCalled('live-now');
  const body = { notificationChannelId: log, auditLogsChannelId: log, clipChannelId: roomCalled('clips') };
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(async () => expect((await ask('POST', body)).status).toBe(200), { timeout: 20_000, interval: 100 });
  const owner = await house.open(page, { token: house.ownerToken });
  const { page: editor } = owner;
  await editor.locator('summary', { hasText: 'Chat log' }).click();
  await editor.getByText('Kick does not report raids').waitFor();
  await editor.getByRole('switch', { name: 'Chat log' }).click();
  await editor.getByRole('checkbox', { name: 'Bans' }).waitFor();
  expect(await editor.getByRole('checkbox', { name: 'New followers' }).isChecked()).toBe(false);
  await editor.getByRole('checkbox', { name: 'Kicks' }).click();
  await editor.locator('summary', { hasText: 'Videos, VODs and clips' }).click();
  await editor.getByRole('switch', { name: 'KickBot clips' }).click();
  // The test uses unsaved changes, like the one at the top.
  await editor.getByRole('button', { name: 'Send a test clip' }).click();
  await editor.getByText('#clips').first().waitFor();
  await editor.getByRole('checkbox', { name: 'VIPs' }).click();
  await isWellMade(owner);
  await editor.getByRole('button', { name: /^Save/ }).first().click();
  await expect.poll(saved).toMatchObject({
    auditLogsEnabled: true,
    auditLogKinds: ['ban', 'timeout', 'sub', 'gift'],
    clipEnabled: true,
    clipperCategories: ['vip'],
  });
  await editor.getByRole('button', { name: 'Send a test clip' }).click();
  await editor.getByText('#clips').first().waitFor();
  await isWellMade(owner);
});

test('the same in Arabic, on a phone', async () => {
  const reader = await house.open(page, {
    token: house.ownerToken,
    locale: 'ar-SA',
    viewport: { width: 360, height: 740 },
  });
  await reader.page.locator('summary', { hasText: 'سجل الدردشة' }).click();
  await reader.page.getByText('لا تُبلغ Kick').waitFor();
  await reader.page.locator('summary', { hasText: 'الفيديوهات والتسجيلات والمقاطع' }).click();
  const clips = reader.page.getByRole('switch', { name: 'مقاطع KickBot' });
  await clips.waitFor();
  expect(await clips.isChecked()).toBe(true);
  await isWellMade(reader);
});
