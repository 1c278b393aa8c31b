'use client';

import { messageLimits } from '@tally/contract/message-bodies';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type EditedButton, newButton } from './body.ts';
import { ItemTools } from './item-tools.tsx';
import { moveAt, removeAt, replaceAt } from './list.ts';
import { Part } from './part.tsx';
import { Section } from './section.tsx';
import { useItemFocus } from './use-item-focus.ts';

type List = readonly EditedButton[];

export function ButtonsSection({
  value,
  onChange,
}: {
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor');
  const { list, moved, removed, place: movedTo } = useItemFocus();
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
      <div ref={list} className="flex flex-col gap-3">
        {value.map(({ $id }, place) => (
          <fieldset key={$id} data-item data-path={`buttons.${place}`} className="rounded-card border border-line p-3">
            <div className="mb-2 flex items-center justify-between gap-3">
              <legend className="font-semibold">{t('list.button', { place: place + 1 })}</legend>
              <ItemTools
                what={t('list.button', { place: place + 1 })}
                isFirst={place === 0}
                isLast={place === value.length - 1}
                onMove={(by) => {
                  onChange(`move ${place} ${by}`, (now) => moveAt(now, place, by));
                  moved(place, by);
                }}
                onRemove={() => {
                  onChange(`remove ${place}`, (now) => removeAt(now, place));
                  removed(place);
                }}
              />
            </div>
            <div className="grid gap-3 sm:grid-cols-[1fr_1.6fr_96px]">
              {part(place, 'title', 'parts.buttonTitle')}
              {part(place, 'url', 'parts.buttonUrl')}
              {part(place, 'emojiUnicodeOrId', 'parts.buttonEmoji')}
            </div>
          </fieldset>
        ))}
        <Button
          size="compact"
          data-add
          className="self-start"
          disabled={value.length >= messageLimits.buttons}
          onClick={() => onChange('add button', (now) => [...now, newButton()])}
        >
          <Icon of={Plus} />
          {t('list.addButton')}
        </Button>
        <output className="sr-only">{movedTo === null ? '' : t('list.moved', { place: movedTo })}</output>
      </div>
    </Section>
  );
}
