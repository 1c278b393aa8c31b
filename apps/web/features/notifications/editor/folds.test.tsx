import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import leaderboards from '../../../messages/en-US/leaderboards.json' with { type: 'json' };
import notifications from '../../../messages/en-US/notifications.json' with { type: 'json' };
import counterWords from '../../../messages/en-US/stat-counters.json' with { type: 'json' };
import type { StreamerDraft } from './draft-of.ts';
import type { EditorSceneProps } from './scene.ts';
import { useSummaries } from './summaries.ts';

type Summaries = ReturnType<typeof useSummaries>;

/** Returns the summaries of the closed sections for a draft. */
function said(value: Partial<StreamerDraft>, platform: 'kick' | 'youtube' = 'kick'): Summaries {
  const scene = {
    platform,
    streamer: { streamerUserName: 'xqc' },
    discord: { channels: [{ id: '1', name: 'clips' }], roles: [{ id: '2', name: 'Live' }] },
    draft: { value },
  } as unknown as EditorSceneProps;
  const counters = [{ type: 'followers', platform: 'kick', streamerUserName: 'xQc' }] as StatCounter[];
  const heard: Summaries[] = [];
  function Page() {
    heard.push(useSummaries(scene, [], counters));
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider
      locale="en-US"
      messages={{ notifications, leaderboards, 'stat-counters': counterWords }}
      timeZone="UTC"
    >
      <Page />
    </NextIntlClientProvider>,
  );
  const [first] = heard;
  if (!first) throw new Error('nothing was drawn');
  // Removes the invisible direction marks around names.
  return JSON.parse(JSON.stringify(first).replaceAll(/[\u2068\u2069]/g, '')) as Summaries;
}

test('a closed section shows the defaults where nothing was set', () => {
  expect(said({})).toEqual({
    end: 'Edit it into an end card · after 5 minutes',
    timing: '60 minutes between two messages · Edit when the title or category changes',
    extras: 'Nothing set',
    filter: 'All categories',
    media: 'Nothing set',
    liveRole: 'Nothing set',
    roleSync: 'Nothing set',
    leaderboard: 'Nothing set',
    auditLog: 'Nothing set',
    counters: 'Followers',
    journal: 'Nothing posted yet',
    advanced: 'Not paused',
  });
});

test('and shows the settings, with names of channels and roles, before they are saved', () => {
  const draft = {
    onEnd: 'delete',
    offlineGraceMinutes: 0,
    customCoolDownBeforeNextLive: 90,
    thumbnailWaitSeconds: 10,
    editOnChange: false,
    openThread: true,
    categoryFilter: { mode: 'whitelist', categories: ['Chess', 'Go'] },
    builtInClipsEnabled: true,
    builtInClipsChannelId: '1',
    liveRoleId: '2',
    usersForLiveRole: ['5'],
    vipRoleId: '2',
    leaderBoardTypes: ['weekly'],
    paused: true,
  } as unknown as StreamerDraft;
  expect(said(draft)).toMatchObject({
    end: 'Delete it · at once',
    timing: '90 minutes between two messages · waits 10 seconds for a picture',
    extras: 'Open a thread',
    filter: 'Only these: Chess, Go',
    media: 'Forward clips in #clips',
    liveRole: '@Live · 1 person',
    roleSync: 'VIP role: @Live',
    leaderboard: 'This week',
    advanced: 'Paused',
  });
  expect(said({ videoKinds: ['short'] }, 'youtube').media).toBe('Shorts');
});
