import type { ServerId } from '@tally/contract/ids';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

interface Asked {
  readonly params: { readonly platform: string };
}
const answers = new Map<string, unknown>();
vi.mock('../../lib/call.ts', () => ({
  call: (_endpoint: unknown, { params }: Asked) => {
    const streamers = answers.get(params.platform);
    return streamers ? Promise.resolve({ streamers }) : Promise.reject(new Error(`${params.platform} is away`));
  },
}));

const { liveQuery } = await import('./api.ts');

const whole = (streamerUserName: string, isLive: boolean) => ({
  streamerUserName,
  pauseReason: null,
  isCurrentlyLive: isLive ? { title: 'On air' } : null,
});
const ask = () => new QueryClient().fetchQuery({ ...liveQuery('801000000000000000' as ServerId), retry: false });

test('of long lists only who is live is kept; a platform that is away hides nobody on the others', async () => {
  answers.set('kick', [whole('xqc', true), whole('nordwind', false)]);
  answers.set('twitch', [whole('lumi', true)]);
  expect((await ask()).map((each) => each.streamerUserName)).toEqual(['xqc', 'lumi']);
});

test('where every platform is away, that is said instead of that nobody is live', async () => {
  answers.clear();
  await expect(ask()).rejects.toThrow('is away');
});
