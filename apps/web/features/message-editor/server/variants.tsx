'use client';

import { messageLimits } from '@tally/contract/message-bodies';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldParts } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { ItemTools } from '../editor/item-tools.tsx';
import { moveAt, removeAt } from '../editor/list.ts';
import { Section } from '../editor/section.tsx';
import { useItemFocus } from '../editor/use-item-focus.ts';
import { variantProblem } from './draft-of.ts';

type List = readonly string[];

/** Several texts for one kind of message. They take placeholders, as the text itself does. */
export function Variants({
  value,
  onChange,
}: {
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor.server');
  const words = useTranslations('message-editor.list');
  const { list, moved, removed, place: movedTo } = useItemFocus();
  return (
    <Section title={t('variantsTitle')} hint={t('variantsHint')}>
      <div ref={list} className="flex flex-col gap-4">
        {value.map((text, place) => {
          const label = t('variant', { place: place + 1 });
          const problem = variantProblem(text);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a text is nobody: another one shows at its place, and the focus follows
            <div key={place} data-item>
              <Field
                label={label}
                error={
                  problem === null
                    ? undefined
                    : problem === 'empty'
                      ? t('emptyVariant')
                      : t('longVariant', { limit: messageLimits.content })
                }
                aside={
                  <ItemTools
                    what={label}
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
                }
              >
                <FieldParts.Control
                  render={
                    <Textarea
                      rows={2}
                      dir="auto"
                      value={text}
                      onChange={({ target }) =>
                        onChange(`variant ${place}`, (now) =>
                          now.map((each, at) => (at === place ? target.value : each)),
                        )
                      }
                    />
                  }
                />
              </Field>
            </div>
          );
        })}
        <Button
          size="compact"
          data-add
          className="self-start"
          disabled={value.length >= messageLimits.variants}
          onClick={() => onChange('add variant', (now) => [...now, ''])}
        >
          <Icon of={Plus} />
          {t('addVariant')}
        </Button>
        <output className="sr-only">{movedTo === null ? '' : words('moved', { place: movedTo })}</output>
      </div>
    </Section>
  );
}
