import { RoleId } from '@tally/contract/wire/ids';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import messages from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import { emptyGiveaway, type GiveawayDraft } from './draft-of.ts';
import { needsSentence } from './needs-of.ts';

const [artists, mods] = [RoleId.parse('200000000000000001'), RoleId.parse('200000000000000002')];

function Sentence({ draft }: { draft: GiveawayDraft }) {
  const t = useTranslations('giveaways.needs');
  const nameOf = (id: string) => (id === artists ? '@Artists' : '@Mods');
  return needsSentence(draft, { t, nameOf, locale: 'en-US' });
}

const sentence = (change: Partial<GiveawayDraft>) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={{ giveaways: messages }}>
      <Sentence draft={{ ...emptyGiveaway, ...change }} />
    </NextIntlClientProvider>,
  );

test('who may enter reads as one sentence', () => {
  expect(sentence({})).toBe('Everybody on the server may enter.');
  expect(sentence({ needRoles: [artists, mods], boostingServer: true })).toBe(
    'To enter, somebody needs to boost the server and have @Artists or @Mods.',
  );
  expect(sentence({ messageCount: 20, bypassRequirementsRoles: [mods] })).toBe(
    'To enter, somebody needs to have written 20 messages here. @Mods may enter without that.',
  );
});
