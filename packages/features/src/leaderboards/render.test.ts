import { expect, it } from 'vitest';
import { renderBoard } from './render.ts';

const scene = {
  locale: 'en-US',
  name: 'Ada',
  url: 'https://kick.com/ada',
  periods: ['weekly'],
  signature: null,
} as const;
const give = (displayName: string, gifts = 1) => ({ gifterId: displayName, displayName, gifts });
const empty = { weekly: [], monthly: [], overall: [] };

it('shows ten at most, best first, and no name pings', () => {
  const weekly = [give('@everyone <@&1>', 1200), ...Array.from({ length: 14 }, (_, at) => give(`viewer_${at}`))];
  const payload = renderBoard({ ...scene, standings: { ...empty, weekly } });
  const lines = payload.embeds?.[0]?.fields?.[0]?.value.split('\n') ?? [];
  expect(lines).toHaveLength(10);
  expect(lines[0]).toContain('1,200 subs');
  expect(lines[0]).not.toMatch(/@everyone|<@&1>/);
  expect(lines[1]).toBe(String.raw`2. **viewer\_0** · 1 sub`);
  expect(payload.allowed_mentions).toMatchObject({ parse: [] });
});

it('fits into a card, however names are written', () => {
  const weekly = Array.from({ length: 10 }, (_, at) => give('*'.repeat(10_000), at + 1));
  const [card] =
    renderBoard({ ...scene, name: '_'.repeat(10_000), standings: { weekly, monthly: weekly, overall: weekly } })
      .embeds ?? []; // prettier-ignore
  expect(card?.title?.length).toBeLessThanOrEqual(256);
  for (const field of card?.fields ?? []) expect(field.value.length).toBeLessThanOrEqual(1024);
});

it('shows that there are no gifts yet', () => {
  expect(renderBoard({ ...scene, standings: empty }).embeds?.[0]?.fields).toEqual([
    { name: 'This week', value: 'No gifted subs yet.', inline: false },
  ]);
});
