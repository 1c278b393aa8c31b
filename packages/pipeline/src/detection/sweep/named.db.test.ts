import { UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { ada, type PlatformHouse, platformHouse } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChannelNamed } from '../index.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.reset();
  await house.follow();
});

describe('a channel by its name, while the platform may not be asked', () => {
  const refuse = () => Promise.reject(new UpstreamError({ world: 'kick', kind: 'limited', message: 'used up' }));
  const named = (name: string) =>
    findChannelNamed(
      {
        ...house.ctx,
        platforms: fakePlatforms({ kick: { stream: { findChannel: refuse } } }),
      },
      'kick',
      name,
    );

  it('is known where it is followed, and only there', async () => {
    expect(await named('ADA')).toMatchObject({ id: ada.id, displayName: 'Ada' });
    await expect(named('grace')).rejects.toMatchObject({ kind: 'limited' });
  });

  it('is not guessed where two channels had the name', async () => {
    await house.follow({ ...ada, id: '43' });
    await expect(named('ada')).rejects.toMatchObject({ kind: 'limited' });
  });
});
