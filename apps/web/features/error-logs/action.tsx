'use client';

import type { ErrorRow } from '@tally/contract/error-logs/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useInDiscord } from '../../lib/browser/use-links.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { CheckAgain } from './check-again.tsx';

/** The fix for an error: one of our pages or Discord's settings, followed by a new check. */
export function ErrorAction({ serverId, error }: { serverId: ServerId; error: ErrorRow }) {
  const t = useTranslations('error-logs');
  const inDiscord = useInDiscord();
  if (!error.action || error.solvedTime !== null) return null;
  const { kind, path, targetId } = error.action;
  if (kind === 'grantPermissions' || kind === 'moveBotRole') {
    return (
      <span className="flex flex-wrap gap-2">
        <CheckAgain serverId={serverId} errorId={error.id} />
        <a
          href={inDiscord(serverId, targetId)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('quiet', 'compact')}
        >
          {t(`actions.${kind}`)}
        </a>
      </span>
    );
  }
  const href =
    kind === 'upgrade' ? '/premium' : `/dashboard/server/${serverId}/${(path ?? 'manage').replace(/^\//, '')}`;
  return (
    <ButtonLink size="compact" href={href}>
      {t(`actions.${kind}`)}
    </ButtonLink>
  );
}
