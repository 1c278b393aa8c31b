import { ServerId, type UserId } from '@tally/contract';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noteServerStep, noteUserStep, telemetry } from './index.ts';
import { stepsOfServer, stepsOfUser } from './service.ts';

const ann = '111111111111111111' as UserId;
const home = ServerId.parse('900000000000000001');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [telemetry] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.db.execute(
    `insert into users (id, username, discriminator, created_at, last_login_at) values ('${ann}', 'ann', '0', now(), now())`,
  );
});

it('a server has done nothing at first, and each step once for good', async () => {
  expect(Object.values(await stepsOfServer(world.db, home))).toEqual([false, false, false, false]);
  await noteServerStep(world.ctx(), home, 'didSetupBirthday');
  await noteServerStep(world.ctx(), home, 'didSetupBirthday');
  expect(await stepsOfServer(world.db, home)).toMatchObject({ didSetupBirthday: true, didBuyPremium: false });
});

it('a person likewise, and it is part of their export until they are forgotten', async () => {
  await noteUserStep(world.ctx(), ann, 'didJoinATeam');
  expect(await stepsOfUser(world.ctx(), ann)).toMatchObject({ didJoinATeam: true, didDismissUserAds: false });
  expect(await telemetry.exportUser(world.ctx(), ann)).toMatchObject({ steps: [{ step: 'didJoinATeam' }] });
  await telemetry.forgetUser(world.ctx({ caller: person(ann) }), ann);
  expect(await telemetry.exportUser(world.ctx(), ann)).toEqual({});
});
