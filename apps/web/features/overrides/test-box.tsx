'use client';

import type { Override, OverrideTrial } from '@tally/contract/overrides/bodies';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isSame } from '../../lib/drafts/draft.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Refused } from '../../shell/failed.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { tryOverrides } from './api.ts';
import { markedPieces } from './marks.ts';
import { byPriority } from './priorities.ts';
import { useSentenceScene } from './rule-names.ts';
import { effectSentence, type SentenceScene } from './rule-sentence.ts';

/** Shows which rule wins for each of the last streams, and why. */
export function TestBox({
  serverId,
  rules,
  isOnly,
  draftPriority,
  onRefusal,
}: {
  serverId: ServerId;
  rules: readonly Override[];
  /** True if only streams that match a rule are posted. */
  isOnly: boolean;
  /** The priority of the unsaved rule. */
  draftPriority?: number;
  /** Receives errors in the rules, which the form shows at its fields. */
  onRefusal?: (error: Error) => void;
}) {
  const t = useTranslations('overrides.test');
  const scene = useSentenceScene(serverId);
  const trial = useMutation(tryOverrides(serverId));
  const isStale = trial.data !== undefined && !isSame(trial.variables, rules);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={FlaskConical}
          onClick={() => trial.mutate(rules, onRefusal ? { onError: onRefusal } : {})}
          isPending={trial.isPending}
        >
          {t(trial.data ? 'again' : 'run')}
        </Button>
        <output className="text-muted text-small">{isStale ? t('stale') : ''}</output>
      </div>
      <Refused error={trial.error} className="mt-3" />
      {trial.data?.length === 0 && <p className="mt-3 text-muted">{t('none')}</p>}
      {trial.data && trial.data.length > 0 && (
        <ol aria-label={t('list')} className={cx('mt-3 border-t border-line', isStale && 'opacity-70')}>
          {trial.data.map((each) => (
            <Trial
              key={each.sessionId}
              trial={each}
              tried={byPriority(trial.variables ?? rules)}
              isOnly={isOnly}
              draftPriority={draftPriority}
              scene={scene}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface TrialProps {
  trial: OverrideTrial;
  tried: readonly Override[];
  isOnly: boolean;
  draftPriority: number | undefined;
  scene: SentenceScene;
}

function Trial({ trial, tried, isOnly, draftPriority, scene }: TrialProps) {
  const t = useTranslations('overrides.test');
  const { matched, winner } = trial;
  const place = tried.findIndex((rule) => rule.priorityOnConflict === winner);
  const rule = tried[place];
  const effect = rule ? effectSentence(rule, scene) : '';
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <PlatformNotch platform={trial.platform} />
        <bdi className="font-semibold">{trial.displayName}</bdi>
        <bdi className="min-w-0 wrap-anywhere">
          {trial.title ? (
            <Marked text={trial.title} query={matched?.queryIn === 'title' ? matched.query : null} />
          ) : (
            <span className="text-muted">{t('noTitle')}</span>
          )}
        </bdi>
        {trial.category && (
          <bdi className="text-muted text-small">
            <Marked text={trial.category} query={matched?.queryIn === 'category' ? matched.query : null} />
          </bdi>
        )}
      </div>
      <p className={cx('text-small', rule ? 'text-text' : 'text-muted')}>
        {rule
          ? winner === draftPriority
            ? t('winsDraft', { effect })
            : t('wins', { place: place + 1, effect })
          : t(isOnly ? 'noRuleOnly' : 'noRule')}
        {rule && (
          <span className="text-muted">
            {' · '}
            {matched
              ? t('because', { word: isolated(matched.query), place: scene.t(`places.${matched.queryIn}`) })
              : t('becauseAll')}
          </span>
        )}
      </p>
    </li>
  );
}

function Marked({ text, query }: { text: string; query: string | null }) {
  if (query === null) return text;
  return markedPieces(text, query).map((piece, place) =>
    piece.isMarked ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place
      <mark key={place} className="rounded-mark bg-warn/25 px-0.5 text-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
