import { ServerId, UserId } from '@tally/contract/wire/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../../messages/ar-SA/giveaways.json' with { type: 'json' };
import english from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import { Result } from '../list/row.tsx';
import { Events } from './course.tsx';
import { Winners } from './winners.tsx';

const lamp = {
  guildId: ServerId.parse('801000000000000000'),
  giveawayId: 'gw_lamp',
  name: 'A lamp',
  state: 'ended',
  winnerCount: 2,
  currentEntries: 5,
  claimMinutes: 10,
  claimUntil: null,
};
const winner = {
  userId: UserId.parse('200000000000000017'),
  username: 'Teapotter',
  avatar: null,
  draw: 1,
  claimedAt: null,
};

const shown = (children: ReactNode, locale: 'en-US' | 'ar-SA' = 'en-US') =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider
        locale={locale}
        messages={{ giveaways: locale === 'ar-SA' ? arabic : english }}
        timeZone="UTC"
      >
        {children}
      </NextIntlClientProvider>
    </QueryClientProvider>,
  ).replaceAll(/<[^>]+>/g, ' ');

const page = (change: object, won: object = {}) =>
  shown(<Winners giveaway={{ ...lamp, ...change } as never} winners={[{ ...winner, ...won }]} />);

test('a card names its winner, shows the state of the prize, and offers a reroll', () => {
  expect(page({ state: 'claimed' }, { claimedAt: new Date() })).toMatch(/Teapotter.*Claimed \d.*Message.*Reroll/);
  expect(page({ claimUntil: new Date(Date.now() + 600_000) })).toMatch(/Teapotter.*left to claim/);
  expect(page({ state: 'unclaimed' })).toMatch(/Teapotter.*Not claimed in time/);
  expect(page({ claimMinutes: null })).toMatch(/Teapotter.*Won/);
});

test('a finished giveaway without winners says so', () => {
  expect(shown(<Winners giveaway={lamp as never} winners={[]} />)).toContain('This giveaway has no winner.');
  expect(shown(<Winners giveaway={{ ...lamp, state: 'running' } as never} winners={[]} />)).toBe('');
});

test('the list names winners, and how many more there are', () => {
  const row = (winnerNames: readonly string[], state = 'ended') =>
    shown(<Result giveaway={{ ...lamp, state, winnerNames } as never} />);
  expect(row(['Teapotter', 'Jonas'])).toBe('Won by Teapotter, Jonas');
  expect(row(['a', 'b', 'c', 'd', 'e'])).toBe('Won by a, b, c and 2 more');
  expect(row([])).toBe('No winners');
  expect(row([], 'running')).toBe('2 winners');
});

test('an edited duration and a moved end are shown in words, in both languages', () => {
  const endsAt = '2026-11-29T23:53:52.345Z → 2026-11-30T04:53:52.345Z';
  const details = { durationMinutes: '60 → 120', winnerCount: '1 → 2', endsAt };
  const event = { event: 'edited', at: new Date(), byId: null, byName: null, people: [], details };
  const told = (locale: 'en-US' | 'ar-SA') => shown(<Events events={[event as never]} proofHref="" />, locale);
  expect(told('en-US')).toMatch(/Duration: +1 hour → 2 hours .*1 → 2/);
  expect(told('en-US')).toMatch(/End: +Nov \d+, 2026, .* → Nov/);
  expect(told('ar-SA')).toContain('ساعة → ساعتان');
});
