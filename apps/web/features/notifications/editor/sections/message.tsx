'use client';

import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import { defaultMessage } from '@tally/message/defaults';
import { PenLine, RotateCcw } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { type EditedMessage, toEdited } from '../../../message-editor/editor/body.ts';
import { MessageEditor } from '../../../message-editor/editor/message-editor.tsx';
import { useLockedParts } from '../../../message-editor/server/locked-parts.tsx';
import type { PlaceholderWords } from '../../../message-editor/template/suggestions.tsx';
import { messageKey } from '../draft-of.ts';
import type { EditorSceneProps } from '../scene.ts';

/** Returns the message that is posted if this streamer has no custom one. */
export function useDefaultMessage(type: StreamerMessageType, server: EditorSceneProps['server']): EditedMessage {
  const locale = useLocale();
  return toEdited(defaultMessage(type, server?.locale ?? locale));
}

/** Edits one message, which is the default until a manager writes a custom one. */
export function MessageSection({
  scene: { draft, server, streamer },
  type,
  words,
}: {
  scene: EditorSceneProps;
  type: StreamerMessageType;
  words: PlaceholderWords;
}) {
  const t = useTranslations('notifications.editor');
  const key = messageKey(type);
  const own = draft.value[key] ?? null;
  const standard = useDefaultMessage(type, server);
  const lockedOf = useLockedParts(server);
  const isOwnLocked = isLocked(server, 'SwitchStreamerAndGuildEmbeds');
  const set = (field: string, to: (now: EditedMessage) => EditedMessage) =>
    draft.change(`${key} ${field}`, (now) => ({ ...now, [key]: to(now[key] ?? standard) }));
  if (!own) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-ground p-4">
        <p className="min-w-56 flex-1 text-muted">{t('standard')}</p>
        {isOwnLocked ? (
          <PremiumCrown flag="SwitchStreamerAndGuildEmbeds" />
        ) : (
          <Button icon={PenLine} onClick={() => draft.open((now) => ({ ...now, [key]: now[key] ?? standard }))}>
            {t('writeOwn')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button size="compact" onClick={() => draft.change(`${key} standard`, (now) => ({ ...now, [key]: null }))}>
          <Icon of={RotateCcw} className="rtl:-scale-x-100" />
          {t('backToStandard')}
        </Button>
      </div>
      <MessageEditor
        serverId={streamer.guildId}
        type={type}
        value={own}
        onChange={set}
        words={words}
        locked={lockedOf(own)}
      />
    </>
  );
}
