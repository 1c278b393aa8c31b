'use client';

import { plainName } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import { Check, Loader, type LucideIcon, TriangleAlert, UserRoundSearch } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { shortCount } from '../../../lib/words/format.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import type { Line, LineState } from './line-state.ts';

/** Whom somebody typed: who they are, and whether they can be added. */
export function TypedList({ lines, limit }: { lines: readonly Line[]; limit: number }) {
  const t = useTranslations('notifications.adding');
  if (lines.length === 0) return null;
  return (
    <ul aria-label={t('list')} className="max-h-56 overflow-y-auto rounded-card border border-line px-3">
      {lines.map((line) => (
        <TypedLine key={line.typed.key} line={line} limit={limit} />
      ))}
    </ul>
  );
}

function TypedLine({ line, limit }: { line: Line; limit: number }) {
  const t = useTranslations('notifications.adding');
  const { channel, typed } = line;
  const other = elsewhere(typed);
  const name = channel?.displayName ?? (typed.read.kind === 'name' ? plainName(typed.read.name) : typed.typed);
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Avatar
        name={typed.read.kind === 'name' ? name : '?'}
        src={proxied(channel?.avatarUrl ?? null)}
        size={32}
        isLive={channel?.isLive === true}
      />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-semibold">{name}</bdi>
          {typeof channel?.followers === 'number' && (
            <span className="shrink-0 text-muted text-small">
              {t('followers', { count: channel.followers, shown: shortCount(channel.followers) })}
            </span>
          )}
          {other && (
            <span className="flex shrink-0 items-center gap-1.5 text-muted text-small">
              <PlatformNotch platform={other} />
              {t('intoList', { platform: platformNames[other] })}
            </span>
          )}
          {channel?.isLive && <span className="sr-only">{t('isLive')}</span>}
        </p>
        <Said line={line} limit={limit} />
      </div>
    </li>
  );
}

/** Another platform than the list's own, where a link leads. */
const elsewhere = ({ read }: Line['typed']): Platform | undefined => (read.kind === 'name' ? read.platform : undefined);

const looks: Record<LineState, readonly [LucideIcon, string]> = {
  checking: [UserRoundSearch, 'text-muted'],
  found: [Check, 'text-ok'],
  unknown: [UserRoundSearch, 'text-muted'],
  followed: [Check, 'text-muted'],
  missing: [TriangleAlert, 'text-warn'],
  over: [TriangleAlert, 'text-warn'],
  nameless: [TriangleAlert, 'text-warn'],
  unclear: [TriangleAlert, 'text-warn'],
  running: [Loader, 'text-muted'],
  done: [Check, 'text-ok'],
  failed: [TriangleAlert, 'text-red'],
};

function Said({ line, limit }: { line: Line; limit: number }) {
  const [icon, colour] = looks[line.state];
  return (
    <p className={cx('flex items-start gap-1.5 text-small', colour)}>
      <Icon of={icon} size={13} className="mt-[3px] shrink-0" />
      <span className="min-w-0 whitespace-pre-line">{useSentence(line, limit)}</span>
    </p>
  );
}

function useSentence({ state, error }: Line, limit: number): string {
  const t = useTranslations('notifications');
  const said = useFailureText();
  switch (state) {
    case 'nameless':
      return t('namelessLink');
    case 'unclear':
      return t('adding.unclear');
    case 'failed':
    case 'missing':
      return said(error);
    case 'over':
      return t('adding.states.over', { limit });
    case 'checking':
    case 'found':
    case 'unknown':
    case 'followed':
    case 'running':
    case 'done':
      return t(`adding.states.${state}`);
  }
}
