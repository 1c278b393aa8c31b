'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import { videoKinds } from '@tally/contract/notifications/streamer-settings';
import { hasSettings } from '@tally/contract/platforms/words';
import { syncableRoleKeys } from '@tally/contract/role-sync/calls';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { useLocale, useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { creatorTypes, isOf } from '../../stat-counters/api.ts';
import type { EditorSceneProps } from './scene.ts';

/** Summarizes each closed section, including unsaved settings. */
export function useSummaries(
  { platform, streamer, draft, discord }: EditorSceneProps,
  journal: readonly JournalRow[],
  counters: readonly StatCounter[] | undefined,
) {
  const t = useTranslations('notifications.editor');
  const outcomes = useTranslations('notifications.outcomes');
  const boards = useTranslations('leaderboards.types');
  const counted = useTranslations('stat-counters.types');
  const locale = useLocale();
  const { value } = draft;
  const all = (parts: readonly (string | false | null)[]) => {
    const said = parts.filter((part) => typeof part === 'string');
    return said.length === 0 ? t('summaries.none') : said.join(' · ');
  };
  const channel = (id: string | null | undefined) => {
    const found = discord?.channels?.find((each) => each.id === id);
    return found ? isolated(`#${found.name}`) : null;
  };
  const role = (id: string | null | undefined) => {
    const found = discord?.roles?.find((each) => each.id === id);
    return found ? isolated(`@${found.name}`) : null;
  };
  const inChannel = (what: string, id: string | null | undefined) =>
    id ? t('summaries.in', { what, channel: channel(id) ?? '#…' }) : null;
  const { categoryFilter, liveRoleId } = value;
  const [latest] = journal;
  const people = value.usersForLiveRole?.length ?? 0;
  return {
    end: all([
      t(`ends.${value.onEnd ?? 'endCard'}`),
      t('summaries.after', { minutes: value.offlineGraceMinutes ?? 5 }),
    ]),
    timing: all([
      t('summaries.cooldown', { minutes: value.customCoolDownBeforeNextLive ?? 60 }),
      (value.thumbnailWaitSeconds ?? 0) > 0 && t('summaries.wait', { seconds: value.thumbnailWaitSeconds ?? 0 }),
      value.editOnChange !== false && t('fields.editOnChange'),
    ]),
    extras: all([
      value.showNotifyButton === true && t('fields.showNotifyButton'),
      value.openThread === true && t('fields.openThread'),
      value.autoPublishIfAnnouncmentChannel === true && t('fields.autoPublishIfAnnouncmentChannel'),
    ]),
    filter: categoryFilter
      ? t('summaries.filter', {
          mode: t(`filters.${categoryFilter.mode}`),
          categories: new Intl.ListFormat(locale, { type: 'unit' }).format(categoryFilter.categories.map(isolated)),
        })
      : t('filters.all'),
    media: hasSettings(platform, 'videoKinds')
      ? all((value.videoKinds ?? videoKinds).map((kind) => t(`videoKinds.${kind}`)))
      : all([
          value.builtInClipsEnabled === true && inChannel(t('fields.builtInClipsEnabled'), value.builtInClipsChannelId),
          value.clipEnabled === true && inChannel(t('fields.clipEnabled'), value.clipChannelId),
          inChannel(t('vods'), value.vodsChannelId),
        ]),
    liveRole: liveRoleId
      ? all([role(liveRoleId) ?? isolated(liveRoleId), t('summaries.people', { count: people })])
      : t('summaries.none'),
    roleSync: all([
      ...syncableRoleKeys.map((key) =>
        value[key] ? t('summaries.role', { what: t(`fields.${key}`), role: role(value[key]) ?? '@…' }) : null,
      ),
      (value.giftedSubRoles?.length ?? 0) > 0 && t('fields.giftedSubRoles'),
    ]),
    leaderboard: all([
      ...(value.leaderBoardTypes ?? []).map((type) => boards(type)),
      channel(value.leaderBoardChannelId),
      (value.leaderBoardSyncRoles?.length ?? 0) > 0 && t('fields.leaderBoardSyncRoles'),
    ]),
    auditLog: all([
      value.auditLogsEnabled === true && inChannel(t('fields.auditLogsEnabled'), value.auditLogsChannelId),
    ]),
    counters:
      counters &&
      all(
        creatorTypes
          .filter((type) => counters.some((each) => isOf(each, type, { platform, name: streamer.streamerUserName })))
          .map((type) => counted(type)),
      ),
    journal: latest
      ? t('summaries.latest', { kind: t(`kinds.${latest.kind}`), outcome: outcomes(latest.outcome ?? 'underway') })
      : t('summaries.nothingYet'),
    advanced: value.paused === true ? t('fields.paused') : t('summaries.running'),
  };
}
