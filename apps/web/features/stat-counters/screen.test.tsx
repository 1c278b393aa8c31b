import type { GuildInfo } from '@tally/contract/servers/calls';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import failuresInArabic from '../../messages/ar-SA/failures.json' with { type: 'json' };
import serversInArabic from '../../messages/ar-SA/servers.json' with { type: 'json' };
import shellInArabic from '../../messages/ar-SA/shell.json' with { type: 'json' };
import arabic from '../../messages/ar-SA/stat-counters.json' with { type: 'json' };
import streamersInArabic from '../../messages/ar-SA/streamers.json' with { type: 'json' };
import uiInArabic from '../../messages/ar-SA/ui.json' with { type: 'json' };
import failures from '../../messages/en-US/failures.json' with { type: 'json' };
import servers from '../../messages/en-US/servers.json' with { type: 'json' };
import shell from '../../messages/en-US/shell.json' with { type: 'json' };
import english from '../../messages/en-US/stat-counters.json' with { type: 'json' };
import streamers from '../../messages/en-US/streamers.json' with { type: 'json' };
import ui from '../../messages/en-US/ui.json' with { type: 'json' };
import { counterPreviewQuery, countersQuery } from './api.ts';
import { Counters } from './screen.tsx';

const server = { guildId: '801000000000000000', name: 'Night City', icon: null, bitfield: 8n } as unknown as GuildInfo;
const counter = (about: Partial<StatCounter>): StatCounter =>
  ({
    channelId: '1',
    platform: null,
    streamerUserName: null,
    name: '',
    pauseReason: null,
    renamedAt: null,
    ...about,
  }) as StatCounter;

function shown(locale: 'en-US' | 'ar-SA', counters: readonly StatCounter[]): string {
  const client = new QueryClient();
  client.setQueryData(countersQuery(server.guildId).queryKey, [...counters]);
  const names = { members: 'Members: 28', followers: null, liveUpdates: null };
  client.setQueryData(counterPreviewQuery(server.guildId, null).queryKey, names);
  const messages =
    locale === 'en-US'
      ? { 'stat-counters': english, failures, servers, streamers, ui, shell }
      : {
          'stat-counters': arabic,
          failures: failuresInArabic,
          servers: serversInArabic,
          streamers: streamersInArabic,
          ui: uiInArabic,
          shell: shellInArabic,
        };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
        <Counters server={server} counters={counters} readAt={now} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

const now = new Date('2026-11-29T14:00:00Z');

test('a server without counters sees the channel list with the one of its members, and can make it', () => {
  const page = shown('en-US', []);
  expect(page).toContain('Create the channel: Members of this server');
  expect(page).toMatch(/Members: 28<\/bdi><span[^>]*>not created yet/);
  expect(page).toContain('Off');
  expect(shown('ar-SA', [])).toContain('أعضاء هذا الخادم');
});

test('counters are listed with their creators, and can be removed', () => {
  const members = counter({ type: 'members', name: 'Members: 28', renamedAt: new Date('2026-11-29T13:57:00Z') });
  const followers = counter({ channelId: '2' as never, type: 'followers', platform: 'kick', streamerUserName: 'xqc' });
  const page = shown('en-US', [members, followers]);
  expect(page).toMatch(/Renamed .?Members: 28.?, 3 minutes ago/);
  expect(page).not.toContain('not created yet');
  expect(page).toContain('<bdi>xqc</bdi>');
  expect(page).not.toContain('Create the channel');
  expect(page.match(/aria-label="Remove: /g)).toHaveLength(2);
});

test('a stopped counter shows the reason', () => {
  const gone = counter({ type: 'members', name: 'Members: 28', pauseReason: 'channelGone' });
  const page = shown('en-US', [gone]);
  expect(page).toMatch(/Members: 28.? · Paused: the channel no longer exists/);
  expect(page).toContain('not created yet');
});
