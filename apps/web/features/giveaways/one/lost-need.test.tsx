import { ServerId } from '@tally/contract/wire/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import english from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import { discordDataQuery } from '../../../shell/server/api.ts';
import { LostNeed } from './lost-need.tsx';

const guildId = ServerId.parse('801000000000000000');

function shown(asked: readonly string[], existing: readonly string[] | null): string {
  const client = new QueryClient();
  const roles = existing?.map((id) => ({ id }));
  if (roles) client.setQueryData(discordDataQuery(guildId, ['channels', 'roles']).queryKey, { roles } as never);
  const giveaway = { guildId, giveawayId: 'gw_1', requirements: { roles: asked } };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en-US" messages={{ giveaways: english }} timeZone="UTC">
        <LostNeed giveaway={giveaway as never} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('says that no one else can enter once all of the roles are deleted', () => {
  expect(shown(['1', '2'], ['3'])).toContain('No new entries possible');
});

test.each([
  ['one of them is left', ['1', '2'], ['2']],
  ['none is asked for', [], ['1']],
  ['what roles there are is not known yet', ['1'], null],
] as const)('shows nothing while %s', (_, asked, existing) => {
  expect(shown(asked, existing)).toBe('');
});
