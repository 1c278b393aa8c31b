import type { Log } from '@tally/kernel';
import { expect, it } from 'vitest';
import type { KickClient } from './client.ts';
import { createSearch } from './search.ts';

const stream = (id: number, username: string, viewers: number) => ({
  started_at: '2026-11-01T10:00:00Z',
  viewer_count: viewers,
  broadcaster_user: { id, username, profile_picture: '' },
  channel: { slug: username.toLowerCase().replace('_', '-') },
});

function open(pages: readonly unknown[][]) {
  const asked: unknown[] = [];
  const get: KickClient['get'] = async (path, query, schema) => {
    asked.push({ path, ...query });
    const at = Number(query.cursor ?? 0);
    const next = pages.length > 1 ? String((at + 1) % pages.length) : '';
    return schema.parse({ data: pages[at], pagination: { next_cursor: next === '0' ? '' : next } });
  };
  let now = 0;
  const clock = { now: () => new Date(now) };
  const warnings: unknown[] = [];
  const log = { warn: (about: unknown) => warnings.push(about) } as unknown as Log;
  const search = createSearch({ get } as KickClient, { clock, log });
  return { search, asked, warnings, pass: (ms: number) => (now += ms) };
}

it('finds live channels on every page, and shows those with the most viewers first', async () => {
  const { search, asked } = open([[stream(1, 'Lumi_Vale', 5), stream(2, 'nord', 9)], [stream(3, 'lumina', 70)]]);
  const found = await search('lumi');
  expect(found.map(({ displayName, name }) => [displayName, name])).toEqual([
    ['lumina', 'lumina'],
    ['Lumi_Vale', 'lumi-vale'],
  ]);
  expect(asked).toEqual([
    { path: '/public/v2/livestreams', limit: '1000' },
    { path: '/public/v2/livestreams', limit: '1000', cursor: '1' },
  ]);
});

it('one list serves all searches for five minutes', async () => {
  const { search, asked, pass } = open([[stream(1, 'ada', 5)]]);
  await Promise.all([search('ada'), search('xqc')]);
  expect(asked).toHaveLength(1);
  pass(300_001);
  await search('ada');
  expect(asked).toHaveLength(2);
});

it('a channel that moved to the next page counts once, and an odd entry hides no other', async () => {
  const { search, warnings } = open([[stream(1, 'ada', 5), { odd: true }], [stream(1, 'ada', 6)]]);
  expect(await search('ada')).toHaveLength(1);
  expect(warnings).toHaveLength(1);
});

it('stops at a cursor that leads in circles', async () => {
  const asked: unknown[] = [];
  const get: KickClient['get'] = async (_path, query, schema) => {
    asked.push(query);
    return schema.parse({ data: [stream(1, 'ada', 5)], pagination: { next_cursor: 'again' } });
  };
  const search = createSearch({ get } as KickClient, { clock: { now: () => new Date(0) }, log: {} as Log });
  expect(await search('ada')).toHaveLength(1);
  expect(asked).toHaveLength(20);
});
