'use client';

import { messageLimits } from '@tally/contract/message-bodies';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { type EditedField, newField } from './body.ts';
import { ItemTools } from './item-tools.tsx';
import { moveAt, removeAt, replaceAt } from './list.ts';
import { Part } from './part.tsx';
import { useItemFocus } from './use-item-focus.ts';

type List = readonly EditedField[];

export function FieldsList({
  value,
  onChange,
}: {
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor');
  const { list, moved, removed, place: movedTo } = useItemFocus();
  const path = (place: number, key = '') => `embed.fields.${place}${key && `.${key}`}`;
  const set = (place: number, by: Partial<EditedField>) =>
    onChange(path(place, Object.keys(by)[0]), (now) => replaceAt(now, place, by));
  return (
    <div ref={list} className="flex flex-col gap-3 sm:col-span-2">
      {value.map((field, place) => (
        <fieldset key={field.$id} data-item data-path={path(place)} className="rounded-card border border-line p-3">
          <div className="mb-2 flex items-center justify-between gap-3">
            <legend className="font-semibold">{t('list.field', { place: place + 1 })}</legend>
            <ItemTools
              what={t('list.field', { place: place + 1 })}
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
          <div className="grid gap-3 sm:grid-cols-2">
            <Part
              path={path(place, 'name')}
              label={t('parts.fieldName')}
              value={field.name}
              onChange={(name) => set(place, { name })}
            />
            <Part
              path={path(place, 'value')}
              label={t('parts.fieldValue')}
              value={field.value}
              onChange={(text) => set(place, { value: text })}
              isMultiline
            />
          </div>
          <SwitchRow label={t('parts.inline')} checked={field.inline} onChange={(inline) => set(place, { inline })} />
        </fieldset>
      ))}
      <Button
        size="compact"
        data-add
        className="self-start"
        disabled={value.length >= messageLimits.fields}
        onClick={() => onChange('add field', (now) => [...now, newField()])}
      >
        <Icon of={Plus} />
        {t('list.addField')}
      </Button>
      <output className="sr-only">{movedTo === null ? '' : t('list.moved', { place: movedTo })}</output>
    </div>
  );
}
