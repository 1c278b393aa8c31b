'use client';

import { messageLimits } from '@tally/contract/message-editor/bodies';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { EmojiPicker } from '../../../shell/server/emoji-picker.tsx';
import { type EditedButton, newButton } from './body.ts';
import { ItemBox, ItemList } from './item-list.tsx';
import { replaceAt } from './list.ts';
import { Part, useScene } from './part.tsx';
import { Section } from './section.tsx';

type List = readonly EditedButton[];

export function ButtonsSection({
  serverId,
  value,
  onChange,
}: {
  serverId: ServerId;
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor');
  // A new button links to the stream if possible, because most buttons do.
  const address = useScene().placeholders.some(({ name }) => name === 'url') ? '{url}' : '';
  const part = (place: number, key: Exclude<keyof EditedButton, '$id'>, label: Parameters<typeof t>[0]) => (
    <Part
      path={`buttons.${place}.${key}`}
      label={t(label)}
      value={value[place]?.[key] ?? ''}
      onChange={(text) => onChange(`buttons.${place}.${key}`, (now) => replaceAt(now, place, { [key]: text }))}
    />
  );
  return (
    <Section title={t('editor.buttons')} hint={t('editor.buttonsHint')}>
      <ItemList
        value={value}
        most={messageLimits.buttons}
        fresh={() => newButton(address)}
        words={{ add: t('list.addButton'), nameOf: (place) => t('list.button', { place: place + 1 }) }}
        className="gap-3"
        onChange={onChange}
      >
        {({ $id }, place, head) => (
          <ItemBox key={$id} path={`buttons.${place}`} head={head}>
            <div className="grid gap-3 sm:grid-cols-[1fr_1.6fr_132px]">
              {part(place, 'title', 'parts.buttonTitle')}
              {part(place, 'url', 'parts.buttonUrl')}
              <div className="flex items-end gap-2">
                {part(place, 'emojiUnicodeOrId', 'parts.buttonEmoji')}
                <EmojiPicker
                  serverId={serverId}
                  onPick={(emojiUnicodeOrId) =>
                    onChange(`buttons.${place}.emoji`, (now) => replaceAt(now, place, { emojiUnicodeOrId }))
                  }
                />
              </div>
            </div>
          </ItemBox>
        )}
      </ItemList>
    </Section>
  );
}
