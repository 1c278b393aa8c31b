import { readdirSync, readFileSync } from 'node:fs';
import { CreatorBody } from '@tally/contract/creators/calls';
import { GuildMessageBody, StickyBody } from '@tally/contract/message-editor/bodies';
import { settingsOf } from '@tally/contract/notifications/streamer-settings';
import { OverrideBody } from '@tally/contract/overrides/bodies';
import { QuietHours } from '@tally/contract/overrides/quiet-hours';
import { withPlatforms } from '@tally/contract/platforms/sentences';
import { platforms, streamerMessageTypesOf } from '@tally/contract/platforms/words';
import { LinkedRoleBody, StatusRoleBody } from '@tally/contract/role-sync/bodies';
import { changedThings } from '@tally/contract/servers/calls';
import { StarboardBody } from '@tally/contract/starboard/calls';
import { StatCounter } from '@tally/contract/stat-counters/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { useRows } from '../../../shell/server/values/use-rows.ts';
import { brandingAreas } from '../manage/draft-of.ts';
import { useFieldsOf, useSubject } from './words.ts';

const serverId = '801000000000000000' as ServerId;
const live = '801000000000000002';

/** All fields that a change record can contain, by their name in the record. */
const recorded: Readonly<Record<string, readonly string[]>> = {
  streamers: platforms.flatMap((platform) => [
    ...Object.keys(settingsOf[platform]),
    ...streamerMessageTypesOf[platform].map((type) => `customMessages.${type}`),
  ]),
  creators: Object.keys(CreatorBody.shape),
  starboards: Object.keys(StarboardBody.shape),
  stickyMessages: Object.keys(StickyBody.shape),
  autoLiveRoles: ['roleId', 'filter'],
  statusRoles: Object.keys(StatusRoleBody.shape),
  linkedRoles: Object.keys(LinkedRoleBody.shape),
  notificationOverrides: Object.keys(OverrideBody.shape).filter((field) => field !== 'priorityOnConflict'),
  messages: Object.keys(GuildMessageBody.shape).filter((field) => field !== 'type'),
  randomMessages: ['messages'],
  statCounters: Object.keys(StatCounter.shape).filter((field) => ['channelId', 'type', 'platform'].includes(field)),
  quietHours: Object.keys(QuietHours.shape),
  disableBranding: brandingAreas,
  premium: ['tier', 'bitfield', 'additionalOverrides'],
};

interface Hooks {
  readonly rows: ReturnType<typeof useRows>;
  readonly fieldsOf: ReturnType<typeof useFieldsOf>;
  readonly subjectOf: ReturnType<typeof useSubject>;
}

function Probe({ onHooks }: { onHooks: (hooks: Hooks) => void }) {
  onHooks({ rows: useRows(serverId), fieldsOf: useFieldsOf(), subjectOf: useSubject(serverId) });
  return null;
}

/** Renders a text as the page does in one language. */
function onPage(locale: 'en-US' | 'ar-SA', read: (hooks: Hooks) => unknown): unknown {
  const folder = `${import.meta.dirname}/../../../messages/${locale}`;
  const homes = readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    withPlatforms(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object, locale),
  ]);
  const client = new QueryClient();
  client.setQueryData(discordDataQuery(serverId, ['channels', 'roles']).queryKey, {
    channels: [{ id: live, name: 'live-now' }],
    roles: [],
  } as never);
  let found: unknown;
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale={locale} messages={Object.fromEntries(homes) as never} timeZone="UTC">
        <Probe onHooks={(hooks) => void (found = read(hooks))} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return found;
}

describe.each(['en-US', 'ar-SA'] as const)('the record of changes in %s', (locale) => {
  it('calls every field by a name that people read', () => {
    const unnamed = onPage(locale, ({ rows, fieldsOf }) =>
      Object.entries(recorded).flatMap(([what, fields]) =>
        fields.filter((field) => {
          const value = field === 'bitfield' ? '1' : field === 'channels' ? ['x'] : true;
          const [row] = rows(fieldsOf(what)(field), null, value);
          return !row || row.name === '' || row.name === field;
        }),
      ),
    );
    expect(unnamed).toEqual([]);
  });

  it('calls every setting and every kind of record by a name', () => {
    expect(onPage(locale, ({ subjectOf }) => changedThings.filter((what) => subjectOf(what, null) === what))).toEqual(
      [],
    );
  });
});

describe('a line of the record', () => {
  const read = (what: string, field: string, sides: readonly [unknown, unknown]) =>
    (onPage('en-US', ({ rows, fieldsOf }) => rows(fieldsOf(what)(field), ...sides)) as { name: string }[]).map(
      (row) => JSON.parse(JSON.stringify(row).replaceAll(/[\u2068\u2069]/g, '')) as unknown,
    );

  it('shows fixed values, channels and switches in words', () => {
    expect(read('streamers', 'onEnd', [null, 'delete'])).toEqual([
      { name: 'When the stream ends', from: 'none', to: 'Delete it' },
    ]);
    expect(read('welcomeChannelId', 'welcomeChannelId', [null, live])).toEqual([
      { name: '', from: 'none', to: '#live-now' },
    ]);
    expect(read('welcomeTrigger', 'welcomeTrigger', ['join', 'screening'])).toMatchObject([
      { from: 'when they join', to: 'when they accept the rules' },
    ]);
    expect(read('disableBranding', 'notifications', [false, true])).toEqual([
      { name: 'In the footer of notifications', from: 'On', to: 'Off' },
    ]);
    expect(read('vodDownloadStoreForHours', 'vodDownloadStoreForHours', [12, 336])).toEqual([
      { name: '', from: '12 hours', to: '14 days' },
    ]);
    expect(read('fixKickLinks', 'fixKickLinks', [null, true])).toEqual([{ name: '', from: 'Off', to: 'On' }]);
    expect(read('notificationOverrides', 'actions', [[], ['cancel']])).toEqual([
      { name: 'Action', from: 'none', to: 'Post nothing' },
    ]);
  });

  it('names the part of a message that differs, and not the whole of it', () => {
    const before = {
      content: 'Hi',
      embed: { title: 'Live', description: 'x' },
      buttons: [{ title: 'Watch', url: null }],
    };
    const after = {
      content: 'Hi',
      embed: { title: 'On air', description: 'x' },
      buttons: [{ title: 'See', url: null }],
    };
    expect(read('streamers', 'customMessages.kickLive', [before, after])).toEqual([
      { name: 'message: Live · Embed · Title', from: 'Live', to: 'On air' },
      { name: 'message: Live · Button 1 · Label', from: 'Watch', to: 'See' },
    ]);
  });

  it('lists the channels of a creator by name, and roles by their purpose', () => {
    const member = { platform: 'kick', streamerUserName: 'ada', rumbleType: null };
    expect(read('creators', 'channels', [[], [member]])).toEqual([
      { name: 'Channels', from: 'none', to: 'ada (Kick)' },
    ]);
    expect(read('streamers', 'giftedSubRoles', [[], [{ roleId: live, giftedSubs: 10 }]])).toEqual([
      { name: 'Gifted-sub roles · 10 subs', from: 'none', to: '#live-now' },
    ]);
  });

  it('shows which features staff gave', () => {
    expect(read('premium', 'bitfield', ['0', '1'])).toEqual([
      { name: 'Single features', from: 'none', to: 'Basic Syncable Roles' },
    ]);
  });

  it('names its record', () => {
    const about = (what: string, subject: Parameters<ReturnType<typeof useSubject>>[1]) =>
      String(onPage('en-US', ({ subjectOf }) => subjectOf(what, subject))).replaceAll(/[\u2068\u2069]/g, '');
    expect(about('streamers', { kind: 'name', value: 'Ada', platform: 'kick' })).toBe('Streamers · Ada (Kick)');
    expect(about('starboards', { kind: 'channel', value: live, platform: null })).toBe('Starboards · #live-now');
    expect(about('messages', { kind: 'messageType', value: 'welcome', platform: null })).toBe(
      'Messages · Welcome message',
    );
    expect(about('messages', { kind: 'messageType', value: 'giveawayDM', platform: null })).toBe(
      'Messages · Message to a winner',
    );
    expect(about('notificationOverrides', { kind: 'priority', value: '10', platform: null })).toBe(
      'Overrides · priority 10',
    );
  });
});
