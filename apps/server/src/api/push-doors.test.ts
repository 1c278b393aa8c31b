import { type Ctx, systemClock } from '@tally/kernel';
import { platforms } from '@tally/platforms/registry';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { expect, it } from 'vitest';
import { pushDoors } from './push-doors.ts';

const doors = pushDoors(platforms);

it('exist for the platforms that push; only the hub of YouTube begins with a GET', () => {
  expect(doors.map(({ name, methods }) => [name, methods])).toEqual([
    ['kick', ['POST']],
    ['twitch', ['POST']],
    ['youtube', ['GET', 'POST']],
  ]);
});

it.each(doors)('$name accepts no pushes beside a real Discord while it has no keys', async ({ name, receive }) => {
  const push = { method: 'POST', headers: {}, query: {}, rawBody: Buffer.alloc(0), arrivedAt: new Date(0) } as const;
  const answerOf = async (isReal: boolean) => {
    const config = { discord: { isReal: true }, [name]: { isReal } };
    const intake = { readPush: async () => ({ kind: 'ignored' }) };
    const ctx = { config, clock: systemClock, platforms: fakePlatforms({ [name]: { intake } }), features: [] };
    return (await receive(ctx as unknown as Ctx, push)).status;
  };
  expect([await answerOf(false), await answerOf(true)]).toEqual([404, 200]);
});
