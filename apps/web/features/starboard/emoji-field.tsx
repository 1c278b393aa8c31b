'use client';

import type { EmojiFinding } from '@tally/contract/servers/calls';
import { DEFAULT_STAR } from '@tally/contract/starboard/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmojiPicker } from '../../shell/server/emoji-picker.tsx';
import { EmojiPicture } from '../../shell/server/emoji-picture.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Picker, type PickerChoice } from '../../ui/fields/picker.tsx';
import type { BoardFormProps } from './form.tsx';

const usual = [DEFAULT_STAR, '🌟', '❤️', '🔥', '😂', '👍', '💎', '📌', '🏆'] as const;

/** Chooses a preset emoji, one of the server's own, or a typed one. */
export function EmojiField({
  serverId,
  draft,
  problems,
  onChange,
  emojis,
  aside,
  disabled,
}: BoardFormProps & { serverId: ServerId; emojis: EmojiFinding['list']; aside: ReactNode; disabled: boolean }) {
  const t = useTranslations('starboard.fields');
  const picture = (text: string) => <span aria-hidden>{text}</span>;
  const isKnown = usual.some((each) => each === draft.emoji) || emojis.some((emoji) => emoji.id === draft.emoji);
  const own: PickerChoice[] = emojis.map((emoji) => ({
    value: emoji.id,
    label: `:${emoji.name ?? emoji.id}:`,
    icon: <EmojiPicture url={emoji.url} className="size-5" />,
  }));
  const plain: PickerChoice[] = [...usual, ...(isKnown || draft.emoji === '' ? [] : [draft.emoji])].map((text) => ({
    value: text,
    label: text === DEFAULT_STAR ? t('star') : text,
    icon: picture(text),
  }));
  const isFixed = disabled && draft.emoji === DEFAULT_STAR;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('emoji')} aside={aside}>
        <Picker
          label={t('emoji')}
          words={{ placeholder: t('star'), search: t('emojiSearch'), empty: t('emojiNone') }}
          groups={[{ value: '', items: plain }, ...(own.length > 0 ? [{ value: t('emojiOwn'), items: own }] : [])]}
          value={draft.emoji}
          onChange={(next) => onChange({ emoji: next ?? DEFAULT_STAR })}
          disabled={isFixed}
        />
      </Field>
      <Field label={t('emojiOther')} error={problems.has('emoji') ? t('emojiBad') : undefined}>
        <div className="flex gap-2">
          <FieldInput
            value={isKnown ? '' : draft.emoji}
            maxLength={16}
            placeholder="🎉"
            disabled={isFixed}
            onChange={({ target }) => onChange({ emoji: target.value.trim() || DEFAULT_STAR })}
          />
          <EmojiPicker serverId={serverId} disabled={isFixed} onPick={(emoji) => onChange({ emoji })} />
        </div>
      </Field>
    </div>
  );
}
