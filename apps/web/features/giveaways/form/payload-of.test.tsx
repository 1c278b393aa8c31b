import { ChannelId, RoleId } from '@tally/contract/ids';
import { languages } from '@tally/contract/texts/index';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../../messages/ar-SA/giveaways.json' with { type: 'json' };
import english from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import { emptyGiveaway, type GiveawayDraft } from './draft-of.ts';
import { payloadOf, type PreviewState } from './payload-of.ts';

test.each([
  ['en-US', english],
  ['ar-SA', arabic],
])('the preview in %s says what the bot says, word for word', (value, { preview }) => {
  const bot: Readonly<Record<string, string>> = languages.find((each) => each.value === value)?.texts.giveaways ?? {};
  for (const [key, words] of Object.entries(preview.bot)) expect([key, words]).toEqual([key, bot[key]]);
});

const role = RoleId.parse('200000000000000001');
const lamp: GiveawayDraft = { ...emptyGiveaway, channelId: ChannelId.parse('100000000000000001'), name: 'A lamp' };

function Payload({ draft, state }: { draft: GiveawayDraft; state: PreviewState }) {
  const t = useTranslations('giveaways.preview.bot');
  const end = new Date('2026-12-24T20:00:00Z');
  const payload = payloadOf(draft, { t, state, end, host: '@Ada', noName: 'The prize' });
  return <pre>{JSON.stringify(payload)}</pre>;
}

const shown = (change: Partial<GiveawayDraft>, state: PreviewState = 'running') =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={{ giveaways: english }}>
      <Payload draft={{ ...lamp, ...change }} state={state} />
    </NextIntlClientProvider>,
  )
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('while it runs it says end, winners, host and what somebody needs', () => {
  const text = shown({ winnerCount: 2, needRoles: [role], mentionRole: role });
  expect(text).toContain('"title":"A lamp"');
  expect(text).toContain('Ends <t:1798142400:R> (<t:1798142400:f>)\\n2 winners\\nHost: @Ada\\nTo enter:');
  expect(text).toContain(`• one of these roles: <@&${role}>`);
  expect(text).toContain(`"content":"<@&${role}>"`);
  expect(text).toContain('"label":"Enter"');
  expect(text).toContain('Fair draw · SHA-256 ');
});

test('closed and ended, nobody is pinged and the button is no longer of use', () => {
  expect(shown({ mentionRole: role }, 'drawing')).toContain('"content":""');
  expect(shown({}, 'drawing')).toContain('Closed: 412 people, 530 entries.');
  expect(shown({}, 'ended')).toContain('"label":"Ended","disabled":true');
  expect(shown({}, 'ended')).toContain('Winner: @Grace');
});
