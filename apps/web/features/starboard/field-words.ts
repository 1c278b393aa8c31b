'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

/** Fields that the page shows under another field's name. */
const shownAs: Readonly<Record<string, string>> = {
  emojiId: 'emoji',
  emojiName: 'emoji',
  filter: 'which',
  channelMode: 'channels',
  roleMode: 'roles',
};

export function useBoardFields(): FieldWords {
  const t = useTranslations('starboard');
  const nameOf = namesFrom(t);
  const name = (field: string) => nameOf(shownAs[field] ?? field) ?? field;
  return (field) => ({
    name: name(field),
    partOf: (path) => path.map((step) => name(String(step))),
    choiceOf: (value, [part = field]) =>
      part === 'channelMode' || part === 'roleMode'
        ? wordIn(t, `fields.${part === 'channelMode' ? 'channelsModes' : 'rolesModes'}.${value}`)
        : undefined,
  });
}
