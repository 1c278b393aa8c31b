import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../../messages/ar-SA/giveaways.json' with { type: 'json' };
import english from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import ui from '../../../messages/en-US/ui.json' with { type: 'json' };
import { DrawCard } from './draw-card.tsx';
import { sampleDraw, sampleProof } from './sample.ts';

const card = (change: object, locale: 'en-US' | 'ar-SA' = 'en-US') =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider
        locale={locale}
        messages={{ giveaways: locale === 'ar-SA' ? arabic : english, ui }}
        timeZone="UTC"
      >
        <DrawCard proof={sampleProof} draw={{ ...sampleDraw, ...change }} origin="https://tally.example" />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  ).replaceAll(/<[^>]+>/g, ' ');

test('a draw says how many won, not how many were to win', () => {
  expect(card({})).toContain('2 winners from 8 people with 11 entries');
  expect(card({ winners: 5 })).toContain('2 winners from 8 people');
  expect(card({ order: [] })).toContain('No winner from 8 people');
  expect(card({ drawnAt: null, order: [], winners: 5, people: 3, tickets: 3 })).toContain('3 winners from 3 people');
});

test('a draw without entrants has no winner', () => {
  const empty = { winners: 1, people: 0, tickets: 0, order: [] };
  expect(card(empty)).toContain('No one had entered, so there is no winner. Closed');
  expect(card({ ...empty, number: 2 })).toContain('No one was left to draw, so there is no winner.');
  expect(card({ ...empty, drawnAt: null })).not.toMatch(/\d winner|\d people/);
  expect(card(empty, 'ar-SA')).toContain('لم يشارك أحد، فلم يفز أحد');
});
