import type { GuildInfo } from '@tally/contract/servers/calls';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import shellInArabic from '../../messages/ar-SA/shell.json' with { type: 'json' };
import arabic from '../../messages/ar-SA/stat-counters.json' with { type: 'json' };
import uiInArabic from '../../messages/ar-SA/ui.json' with { type: 'json' };
import shell from '../../messages/en-US/shell.json' with { type: 'json' };
import english from '../../messages/en-US/stat-counters.json' with { type: 'json' };
import ui from '../../messages/en-US/ui.json' with { type: 'json' };
import { countersQuery } from './api.ts';
import { CountersCard } from './card.tsx';

const server = { guildId: '801000000000000000', bitfield: 8n } as unknown as GuildInfo;
const counter = (about: Partial<StatCounter>): StatCounter =>
  ({ channelId: '1', platform: null, streamerUserName: null, name: '', pauseReason: null, ...about }) as StatCounter;

function shown(locale: 'en-US' | 'ar-SA', counters: readonly StatCounter[]): string {
  const client = new QueryClient();
  client.setQueryData(countersQuery(server.guildId).queryKey, [...counters]);
  const messages =
    locale === 'en-US'
      ? { 'stat-counters': english, ui, shell }
      : { 'stat-counters': arabic, ui: uiInArabic, shell: shellInArabic };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
        <CountersCard server={server} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('a server without any is offered the counter of its members, which belongs to no streamer', () => {
  expect(shown('en-US', [])).toContain('Make the channel: Members of this server');
  expect(shown('ar-SA', [])).toContain('أعضاء هذا الخادم');
});

test('what stands already is listed with its streamer, and can be removed', () => {
  const members = counter({ type: 'members', name: 'Members: 28' });
  const followers = counter({ channelId: '2' as never, type: 'followers', platform: 'kick', streamerUserName: 'xqc' });
  const page = shown('en-US', [members, followers]);
  expect(page).toContain('Members: 28');
  expect(page).toContain('<bdi>xqc</bdi>');
  expect(page).not.toContain('Make the channel');
  expect(page.match(/aria-label="Remove: /g)).toHaveLength(2);
});
