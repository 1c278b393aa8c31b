'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GreetType } from '@tally/contract/servers/parts';
import { defaultMessage } from '@tally/message/defaults';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type EditedMessage, toEdited } from '../editor/body.ts';
import { MessageEditor } from '../editor/message-editor.tsx';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import { useLockedParts } from './locked-parts.tsx';

/** Edits a greeting on the page of its tool. Typing in the standard text creates a custom one. */
export function GreetingText({
  server,
  type,
  value,
  words,
  onChange,
}: {
  server: GuildInfo;
  type: GreetType;
  /** The custom message; null for the standard message. */
  value: EditedMessage | null;
  words: PlaceholderWords;
  onChange: (field: string, to: (now: EditedMessage | null) => EditedMessage | null) => void;
}) {
  const t = useTranslations('message-editor.server');
  const lockedOf = useLockedParts(server);
  const standard = useMemo(() => toEdited(defaultMessage(type, server.locale)), [type, server.locale]);
  if (value === null && isLocked(server, 'AnyMessageEditor')) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-56 flex-1 text-muted">{t('standardText')}</p>
        <PremiumCrown flag="AnyMessageEditor" />
      </div>
    );
  }
  return (
    <>
      <MessageEditor
        isCompact
        serverId={server.guildId}
        type={type}
        value={value ?? standard}
        onChange={(field, to) => onChange(field, (now) => to(now ?? standard))}
        words={words}
        locked={lockedOf(value ?? standard)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {value !== null && (
          <Button size="compact" onClick={() => onChange('standard', () => null)}>
            <Icon of={RotateCcw} className="rtl:-scale-x-100" />
            {t('toStandard')}
          </Button>
        )}
        <ButtonLink
          size="compact"
          variant="ghost"
          href={`/dashboard/server/${server.guildId}/messages/${type}`}
          prefetch={false}
        >
          {t('variantsTitle')}
        </ButtonLink>
      </div>
    </>
  );
}
