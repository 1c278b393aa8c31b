import { RoleId } from '@tally/contract/wire/ids';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import { emptyGiveaway, type GiveawayDraft } from './draft-of.ts';
import { useSummaries } from './summaries.ts';

const [artists, mods] = [RoleId.parse('200000000000000001'), RoleId.parse('200000000000000002')];
const discord = {
  roles: [
    { id: artists, name: 'Artists' },
    { id: mods, name: 'Mods' },
  ],
} as never;

type Row = keyof ReturnType<typeof useSummaries>;

function Summary({ row, draft, hasCodeword }: { row: Row; draft: GiveawayDraft; hasCodeword: boolean }) {
  return useSummaries({ draft, discord, hasCodeword })[row];
}

const said = (row: Row, change: Partial<GiveawayDraft> = {}, hasCodeword = false) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={{ giveaways: messages }}>
      <Summary row={row} draft={{ ...emptyGiveaway, ...change }} hasCodeword={hasCodeword} />
    </NextIntlClientProvider>,
  ).replaceAll(/[\u2068\u2069]/g, '');

test('a closed row shows who may enter', () => {
  expect(said('needs')).toBe('Everyone may enter');
  expect(said('needs', { needRoles: [artists, mods], boostingServer: true })).toBe(
    'boosts the server · has @Artists or @Mods',
  );
  expect(said('needs', { messageCount: 20, bypassRequirementsRoles: [mods] })).toBe('20 messages sent · not for @Mods');
  expect(said('needs', { accountCreatedBefore: '2026-01-01', codeword: 'sesame' })).toBe(
    'account before Jan 1, 2026 · codeword',
  );
});

test('a codeword that is kept is named, and one that is emptied is not', () => {
  expect(said('needs', {}, true)).toBe('codeword');
  expect(said('needs', { codeword: '' }, true)).toBe('Everyone may enter');
});

test('a closed row shows the entries, what winners do, and the message’s content', () => {
  expect(said('entries')).toBe('One entry each');
  const roleBonuses = [{ roles: [artists], additionalEntries: 3 }];
  expect(said('entries', { roleBonuses, maxEntries: 100 })).toBe('@Artists +3 · up to 100 people');
  expect(said('claim')).toBe('No need to claim');
  expect(said('claim', { claimMinutes: 10, winnerRoleId: mods })).toBe('within 10 minutes · winners get @Mods');
  expect(said('message')).toBe('Enter 🎉');
  expect(said('message', { buttonLabel: 'Join', emojiUnicodeOrId: '🔥', mentionRole: mods })).toBe(
    'Join 🔥 · pings @Mods',
  );
});
