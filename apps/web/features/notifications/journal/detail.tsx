'use client';

import type { DeliveryAction, JournalRow } from '@tally/contract/notifications/journal';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { ExternalLink, X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useInDiscord } from '../../../lib/browser/use-links.ts';
import { isBuilt } from '../../../lib/start/built-pages.ts';
import { dateTime, duration } from '../../../lib/words/format.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../../ui/layers/sheet.tsx';
import { LargePath } from '../../../ui/node-path.tsx';
import { streamerPath } from '../editor-path.ts';
import { PostNow } from '../post-now.tsx';
import { shownName } from '../shown-name.ts';
import { signalOf } from '../signal.ts';
import { useReason } from '../use-reason.ts';

/** Shows the whole path of one message: every time, the reason in words, and the fix. */
export function Detail({
  serverId,
  row,
  discord,
  onClose,
}: {
  serverId: ServerId;
  row: JournalRow;
  discord: DiscordGuildData | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('notifications');
  const words = useTranslations('ui');
  const locale = useLocale();
  const inDiscord = useInDiscord();
  const reason = useReason(discord)(row);
  // The direction mark keeps the sign before the number in Arabic.
  const since = (at: Date | null) =>
    at === null ? undefined : `\u200e+${duration(Math.max(0, at.getTime() - row.times.detected.getTime()), locale)}`;
  const nodes = signalOf(row).nodes.map(({ step, state }) => ({
    key: step,
    state,
    label: t(`editor.steps.${step}`),
    figure: step === 'detected' ? dateTime(row.times.detected, locale) : since(row.times[step]),
  }));
  const way = actionOf(row.action, serverId, row);
  const action = way !== null && isBuilt(way) ? way : null;
  return (
    <Sheet
      open
      side="end"
      label={t('journal.detail')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="w-[min(460px,calc(100vw-24px))] p-5"
    >
      <div className="mb-5 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-title">
            <bdi>{shownName(row)}</bdi>
          </h2>
          <p className="text-muted">
            {platformNames[row.platform]} · {t(`editor.kinds.${row.kind}`)} ·{' '}
            {row.digest ? t('digest.title') : t(`outcomes.${row.outcome ?? 'underway'}`)}
          </p>
        </div>
        <SheetParts.Close className={iconButtonClass} aria-label={words('close')}>
          <Icon of={X} />
        </SheetParts.Close>
      </div>
      <LargePath nodes={nodes} />
      {reason !== null && <p className="mt-5 rounded-card border border-line bg-surface p-3">{reason}</p>}
      {row.canBePosted && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <PostNow serverId={serverId} deliveryId={row.id} />
          <span className="text-muted text-small">
            {t(row.kind === 'digest' ? 'journal.stillKept' : 'journal.stillOn')}
          </span>
        </div>
      )}
      {action && (
        <ButtonLink variant={row.canBePosted ? 'quiet' : 'primary'} className="mt-3" href={action}>
          {t(`journal.actions.${row.action}`)}
        </ButtonLink>
      )}
      <dl className="mt-6 grid gap-3">
        {row.subject.title !== null && (
          <Fact label={t('journal.about')}>
            <Subject title={row.subject.title} url={row.subject.url} />
          </Fact>
        )}
        <Fact label={t('journal.attempts')}>{row.attempts}</Fact>
        {row.times.edited && <Fact label={t('journal.edited')}>{dateTime(row.times.edited, locale)}</Fact>}
        <Fact label={t('journal.id')}>
          <span className="figures text-small" dir="ltr">
            {row.id}
          </span>
        </Fact>
      </dl>
      {row.messageId !== null && row.channelId !== null && (
        <a
          className={`${buttonClass()} mt-5`}
          href={inDiscord(row.guildId, row.channelId, row.messageId)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('journal.openMessage')}
          <Icon of={ExternalLink} />
        </a>
      )}
      {row.traceUrl && (
        <a className={`${buttonClass()} mt-3`} href={row.traceUrl} target="_blank" rel="noopener noreferrer">
          {t('journal.openTrace')}
          <Icon of={ExternalLink} />
        </a>
      )}
    </Sheet>
  );
}

function Subject({ title, url }: { title: string; url: string | null }) {
  if (url === null) return <bdi>{title}</bdi>;
  return (
    <a className="underline decoration-line underline-offset-4" href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{title}</bdi>
    </a>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-small">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Returns the page with the fix, or null if no page can help. */
function actionOf(action: DeliveryAction, serverId: ServerId, row: JournalRow): string | null {
  const server = `/dashboard/server/${serverId}`;
  const streamer = streamerPath({ serverId, platform: row.platform, name: addressOf(row) });
  switch (action) {
    case 'none':
      return null;
    case 'checkPermissions':
      return `${server}/error-logs`;
    case 'editOverrides':
      return `${server}/overrides`;
    case 'editQuietHours':
      return `${server}/manage?tab=notifications`;
    case 'upgrade':
      return '/premium';
    case 'chooseChannel':
    case 'chooseRole':
    case 'editFilter':
    case 'editMessage':
    case 'editCooldown':
    case 'resume':
    case 'sendAgain':
      return streamer;
    default:
      return action satisfies never;
  }
}
