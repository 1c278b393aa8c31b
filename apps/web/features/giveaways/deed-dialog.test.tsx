import { ServerId, UserId } from '@tally/contract/wire/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '../../messages/en-US/giveaways.json' with { type: 'json' };
import type { Deed } from './api.ts';
import { type Acted, keptByDefault, useEffectOf } from './deed-dialog.tsx';
import { deedsOf } from './deed-menu.tsx';

const lamp: Acted = {
  guildId: ServerId.parse('100000000000000001'),
  giveawayId: 'gw_lamp',
  name: 'A lamp',
  winnerCount: 2,
  currentEntries: 412,
  state: 'running',
};

function Effect({ acted, deed }: { acted: Acted; deed: Deed }) {
  return useEffectOf(acted)(deed);
}

const effect = (deed: Deed, change: Partial<Acted> = {}) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={{ giveaways: messages }}>
      <QueryClientProvider client={new QueryClient()}>
        <Effect acted={{ ...lamp, ...change }} deed={deed} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );

test('an action describes its effect on this giveaway', () => {
  expect(effect('end')).toBe('Ends it now and draws 2 winners from 412 people.');
  expect(effect('end', { currentEntries: 1 })).toBe('Ends it now and draws 1 winner from 1 person.');
  expect(effect('end', { currentEntries: 0 })).toBe('Ends it now. There are no entries, so there will be no winners.');
  expect(effect('remove')).toContain('the entries of 412 people');
  expect(effect('remove', { state: 'scheduled', currentEntries: 0 })).toBe(
    'It will not start. Nothing has been posted yet.',
  );
});

test('offers only the possible actions', () => {
  expect(deedsOf({ state: 'drawing', isMessageLost: false })).toEqual([]);
  expect(deedsOf({ state: 'paused', isMessageLost: false })).toContain('resume');
  expect(deedsOf({ state: 'ended', isMessageLost: true })).toEqual(['resend', 'reroll', 'duplicate', 'remove']);
});

test('a reroll leaves claimed prizes alone at first, and from a card it is about one winner', () => {
  const [claimer, sleeper, other] = ['1', '2', '3'].map((each) => UserId.parse(each.repeat(18))) as [
    UserId,
    UserId,
    UserId,
  ];
  const winners = [claimer, sleeper, other].map((userId) => ({
    userId,
    username: userId,
    draw: 1,
    avatar: null,
    claimedAt: userId === claimer ? new Date() : null,
  }));
  expect(keptByDefault(winners)).toEqual([claimer]);
  expect(keptByDefault(winners, sleeper)).toEqual([claimer, other]);
});
