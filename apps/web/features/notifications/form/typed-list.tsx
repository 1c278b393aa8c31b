'use client';

import { Check, CircleHelp, Loader, type LucideIcon, TriangleAlert, UserRoundSearch } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { CandidateRow } from '../../../shell/streamers/candidate-row.tsx';
import { type Candidate, keyOf } from '../../../shell/streamers/search.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import type { Line, LineState } from './line-state.ts';

interface TypedListProps {
  lines: readonly Line[];
  onChoose: (piece: string, row: Candidate) => void;
}

/** Lists the typed names, one per line, with their channels and whether they can be added. */
export function TypedList({ lines, onChoose }: TypedListProps) {
  const t = useTranslations('notifications.adding');
  return (
    <ul aria-label={t('list')} className="max-h-64 overflow-y-auto rounded-card border border-line px-3">
      {lines.map((line) => (
        <li
          key={line.piece}
          className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-b-0"
        >
          {line.channel ? (
            <CandidateRow row={line.channel} />
          ) : (
            <bdi className="min-w-0 flex-1 truncate font-semibold">{line.piece}</bdi>
          )}
          <Said line={line} />
          {line.choices.length > 0 && (
            <span className="flex w-full flex-wrap gap-1.5 pt-1.5">
              {line.choices.map((row) => (
                <Button key={keyOf(row)} size="compact" onClick={() => onChoose(line.piece, row)}>
                  <PlatformNotch platform={row.platform} />
                  <bdi className="max-w-40 truncate">{row.displayName}</bdi>
                  <span className="text-muted">{platformNames[row.platform]}</span>
                </Button>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const looks: Record<LineState, readonly [LucideIcon, string]> = {
  checking: [UserRoundSearch, 'text-muted'],
  found: [Check, 'text-ok'],
  unsure: [CircleHelp, 'text-warn'],
  followed: [Check, 'text-muted'],
  missing: [TriangleAlert, 'text-warn'],
  unanswered: [TriangleAlert, 'text-warn'],
  over: [TriangleAlert, 'text-warn'],
  nameless: [TriangleAlert, 'text-warn'],
  notOurs: [TriangleAlert, 'text-warn'],
  running: [Loader, 'text-muted'],
  done: [Check, 'text-ok'],
  failed: [TriangleAlert, 'text-red'],
};

function Said({ line: { state, error, channel } }: { line: Line }) {
  const [icon, colour] = looks[state];
  const t = useTranslations('notifications.adding');
  const words = useTranslations('streamers');
  const said = useFailureText();
  const sentence = () => {
    if (state === 'failed') return said(error);
    if (state === 'nameless' || state === 'notOurs' || state === 'followed') return words(state);
    return t(`states.${state}`, { platform: channel ? platformNames[channel.platform] : '' });
  };
  return (
    <span
      className={cx(
        'flex items-start gap-1.5 text-small',
        colour,
        channel && state !== 'failed' && state !== 'over' ? 'shrink-0' : 'w-full',
      )}
    >
      <Icon of={icon} size={13} className="mt-[3px] shrink-0" />
      <span className="min-w-0 whitespace-pre-line">{sentence()}</span>
    </span>
  );
}
