'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { EmojiPicker } from '../../../shell/server/emoji-picker.tsx';
import { EmojiPicture } from '../../../shell/server/emoji-picture.tsx';
import { Button } from '../../../ui/button.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';

export const usualEmoji = '🎉';

/** The emoji on the button, drawn as Discord draws it. */
export function EmojiField({
  serverId,
  value,
  onChange,
}: {
  serverId: ServerId;
  value: string;
  onChange: (emoji: string) => void;
}) {
  const t = useTranslations('giveaways.fields');
  const isOwn = /^\d+$/.test(value);
  const own = useQuery({ ...discordDataQuery(serverId, ['emojis']), enabled: isOwn }).data?.emojis?.list;
  const picture = isOwn ? own?.find(({ id }) => id === value) : undefined;
  return (
    <Labelled label={t('emojiUnicodeOrId')}>
      <div className="flex items-center gap-2">
        <span className="flex size-control shrink-0 items-center justify-center text-[22px]">
          {picture ? <EmojiPicture url={picture.url} className="size-6" /> : isOwn ? '' : value || usualEmoji}
        </span>
        <EmojiPicker serverId={serverId} onPick={onChange} />
        {value !== '' && (
          <Button variant="ghost" size="compact" onClick={() => onChange('')}>
            {t('emojiUsual', { emoji: usualEmoji })}
          </Button>
        )}
      </div>
    </Labelled>
  );
}
