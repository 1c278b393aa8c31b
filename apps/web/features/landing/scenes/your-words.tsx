'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { defaultMessage } from '@tally/message/defaults';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { type EditedMessage, toEdited } from '../../message-editor/editor/body.ts';
import { MessageEditor } from '../../message-editor/editor/message-editor.tsx';
import type { SceneProps } from '../live-scene.tsx';
import { SampleMessage } from './sample-message.tsx';

/** Custom buttons and names belong to a server, so they are hidden here. */
const locked = { buttons: false, identity: false } as const;

/** Shows the dashboard's editor with its placeholders, and the resulting message. */
export function YourWordsScene({ site, words }: SceneProps) {
  const t = useTranslations('landing.scenes.yourWords');
  const locale = useLocale();
  const [message, setMessage] = useState<EditedMessage>(() => ({
    ...toEdited(defaultMessage('twitchLive', locale)),
    content: t('sample'),
    embed: null,
    buttons: [],
  }));
  if (!words) return null;
  return (
    <div className="grid items-start gap-5 rounded-panel border border-line bg-surface p-5 lg:grid-cols-2">
      <MessageEditor
        serverId={'0' as ServerId}
        type="twitchLive"
        value={message}
        onChange={(_, to) => setMessage(to)}
        words={words}
        locked={locked}
        isCompact
      />
      <SampleMessage type="twitchLive" template={message} site={site} />
    </div>
  );
}
