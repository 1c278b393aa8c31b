import { ServerId } from '@tally/contract';
import { AppError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { getServer, updateServer } from '../servers/service/settings.ts';
import { branding, loadBranding } from './index.ts';

const home = ServerId.parse('900000000000000001');
let world: TestWorld;
let free: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [servers, branding], env: { PLANS: 'unlimited' } });
  free = await testWorld({ features: [servers, branding] });
  const seen = { id: home, name: 'Home', icon: null, banner: null, ownerId: '111111111111111111', memberCount: 1 };
  await serverAppeared(world.ctx(), seen as never);
  await serverAppeared(free.ctx(), seen as never);
});
afterAll(async () => {
  await world.close();
  await free.close();
});

it('our name shows until somebody switches it off, each place on its own', async () => {
  expect((await getServer(world.ctx(), home)).disableBranding).toBe(null);
  await updateServer(world.ctx(), home, { disableBranding: { notifications: true, clips: true } });
  await updateServer(world.ctx(), home, { disableBranding: { clips: false } });
  const shows = await loadBranding(world.ctx(), [home]);
  expect([shows(home, 'notifications'), shows(home, 'clips'), shows(home, 'vods')]).toEqual([false, true, true]);
  expect((await getServer(world.ctx(), home)).disableBranding).toMatchObject({ notifications: true, clips: false });
  await updateServer(world.ctx(), home, { disableBranding: null });
  expect((await loadBranding(world.ctx(), [home]))(home, 'notifications')).toBe(true);
});

it('needs the plan, by name', async () => {
  const change = updateServer(free.ctx(), home, { disableBranding: { notifications: true } });
  expect(await change.catch((error: unknown) => error instanceof AppError && error.values.flag)).toBe(
    'Custom Branding',
  );
});
