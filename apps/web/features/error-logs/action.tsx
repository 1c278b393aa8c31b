'use client';

import type { ErrorRow } from '@tally/contract/error-logs';
import type { ServerId } from '@tally/contract/ids';
import { useTranslations } from 'next-intl';
import { inDiscord } from '../../lib/in-discord.ts';
import { buttonClass, ButtonLink } from '../../ui/button.tsx';

/** The one thing that mends it: a page of ours, or Discord's own settings. */
export function ErrorAction({ serverId, action }: { serverId: ServerId; action: ErrorRow['action'] }) {
  const t = useTranslations('error-logs');
  if (!action) return null;
  const { kind, path, targetId } = action;
  if (kind === 'grantPermissions' || kind === 'moveBotRole') {
    return (
      <a
        href={inDiscord(serverId, targetId)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('quiet', 'compact')}
      >
        {t(`actions.${kind}`)}
      </a>
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
