'use client';

import { messageLimits } from '@tally/contract/message-editor/bodies';
import { useTranslations } from 'next-intl';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { type EditedField, newField } from './body.ts';
import { ItemBox, ItemList } from './item-list.tsx';
import { replaceAt } from './list.ts';
import { Part } from './part.tsx';

type List = readonly EditedField[];

export function FieldsList({
  value,
  onChange,
}: {
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor');
  const path = (place: number, key = '') => `embed.fields.${place}${key && `.${key}`}`;
  const set = (place: number, by: Partial<EditedField>) =>
    onChange(path(place, Object.keys(by)[0]), (now) => replaceAt(now, place, by));
  return (
    <ItemList
      value={value}
      most={messageLimits.fields}
      fresh={newField}
      words={{ add: t('list.addField'), nameOf: (place) => t('list.field', { place: place + 1 }) }}
      className="gap-3 sm:col-span-2"
      onChange={onChange}
    >
      {(field, place, head) => (
        <ItemBox key={field.$id} path={path(place)} head={head}>
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
        </ItemBox>
      )}
    </ItemList>
  );
}
