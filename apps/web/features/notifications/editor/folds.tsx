'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import { hasSettings } from '@tally/contract/platforms/words';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Fold } from '../../../ui/tool/fold.tsx';
import { hasRoleSync } from '../../role-sync/reach.ts';
import { countersQuery } from '../../stat-counters/api.ts';
import type { EditorSceneProps } from './scene.ts';
import type * as Sections from './sections.ts';
import { useSummaries } from './summaries.ts';

type Parts = typeof Sections;

/** True if the platform publishes more than streams. */
const hasMedia = (platform: EditorSceneProps['platform']): boolean =>
  (['clips', 'vods', 'videoKinds'] as const).some((part) => hasSettings(platform, part));

/**
 * The folded sections below the message. Their code is larger than the rest of the page, so it loads when their titles
 * are visible, hovered or focused. Each section renders when it is opened.
 */
export function Folds({ scene, journal }: { scene: EditorSceneProps; journal: readonly JournalRow[] }) {
  const t = useTranslations('notifications.editor');
  const liveRole = useTranslations('live-role.people');
  const roleWords = useTranslations('role-sync');
  const { parts, want, place } = useParts();
  const { platform, streamer, server, discord } = scene;
  // Fetched together with the code of the sections.
  const counters = useQuery({ ...countersQuery(streamer.guildId), enabled: parts !== null }).data;
  const said = useSummaries(scene, journal, counters);
  const fold = (title: string, summary: string | undefined, draw: (parts: Parts) => ReactNode) => (
    <Fold title={title} summary={summary} onWanted={want} draw={parts && (() => draw(parts))} />
  );
  return (
    <div ref={place} className="mt-6">
      {fold(t('sections.end'), said.end, ({ EndSection }) => (
        <EndSection {...scene} />
      ))}
      {fold(t('sections.timing'), said.timing, ({ TimingSection }) => (
        <TimingSection {...scene} />
      ))}
      {fold(t('sections.extras'), said.extras, ({ ExtrasSection }) => (
        <ExtrasSection {...scene} />
      ))}
      {fold(t('sections.filter'), said.filter, ({ FilterSection }) => (
        <FilterSection {...scene} />
      ))}
      {hasMedia(platform) && fold(t('sections.media'), said.media, ({ MediaSection }) => <MediaSection {...scene} />)}
      {fold(liveRole('title'), said.liveRole, ({ LiveRoleSection }) => (
        <LiveRoleSection {...scene} />
      ))}
      {hasRoleSync(platform) &&
        fold(roleWords('section'), said.roleSync, ({ RoleSyncSection }) => <RoleSyncSection {...scene} />)}
      {hasSettings(platform, 'leaderboard') &&
        fold(t('sections.leaderboard'), said.leaderboard, ({ LeaderboardSection }) => (
          <LeaderboardSection {...scene} />
        ))}
      {hasSettings(platform, 'auditLog') &&
        fold(t('sections.auditLog'), said.auditLog, ({ AuditLogSection }) => <AuditLogSection {...scene} />)}
      {fold(t('sections.counters'), said.counters, ({ CounterForm }) => (
        <CounterForm server={server} platform={platform} name={streamer.streamerUserName} />
      ))}
      {fold(t('sections.journal'), said.journal, ({ JournalList }) => (
        <JournalList rows={journal} discord={discord} />
      ))}
      {fold(t('sections.advanced'), said.advanced, ({ AdvancedSection }) => (
        <AdvancedSection {...scene} />
      ))}
    </div>
  );
}

function useParts() {
  const [parts, setParts] = useState<Parts | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const want = useCallback(() => void import('./sections.ts').then(setParts), []);
  useEffect(() => {
    if (!place.current) return;
    const sight = new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting)) want();
    });
    sight.observe(place.current);
    return () => sight.disconnect();
  }, [want]);
  return { parts, want, place };
}
