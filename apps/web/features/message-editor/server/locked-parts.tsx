'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import type { EditedMessage } from '../editor/body.ts';
import type { Locked } from '../editor/message-editor.tsx';

/** Returns notices for the message parts that the plan lacks. Parts in use can still be changed and removed. */
export function useLockedParts(server: GuildInfo | undefined): (message: EditedMessage) => Locked {
  const t = useTranslations('message-editor.server');
  return ({ buttons, webhook }) => ({
    ...(isLocked(server, 'UseCustomButtons') && buttons.length === 0
      ? { buttons: <PremiumCrown flag="UseCustomButtons" label={t('ownButtons')} /> }
      : {}),
    ...(isLocked(server, 'CustomWebhooks') && !webhook?.enabled
      ? { identity: <PremiumCrown flag="CustomWebhooks" label={t('ownIdentity')} /> }
      : {}),
  });
}
