'use client';

import { messageLimits } from '@tally/contract/message-editor/bodies';
import { useTranslations } from 'next-intl';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { ItemList } from '../editor/item-list.tsx';
import { Section } from '../editor/section.tsx';
import { variantProblem } from './draft-of.ts';

type List = readonly string[];

/** Edits several alternative texts for one message kind. */
export function Variants({
  value,
  onChange,
}: {
  value: List;
  onChange: (field: string, to: (now: List) => List) => void;
}) {
  const t = useTranslations('message-editor.server');
  const problems = { empty: t('emptyVariant'), long: t('longVariant', { limit: messageLimits.content }) };
  return (
    <Section title={t('variantsTitle')} hint={t('variantsHint')}>
      <ItemList
        value={value}
        most={messageLimits.variants}
        fresh={() => ''}
        words={{ add: t('addVariant'), nameOf: (place) => t('variant', { place: place + 1 }) }}
        className="gap-4"
        onChange={onChange}
      >
        {(text, place, { name, tools }) => {
          const problem = variantProblem(text);
          return (
            // Texts have no ids, so after a removal the next text takes the position and the focus.
            <div key={place} data-item>
              <Field label={name} error={problem === null ? undefined : problems[problem]} aside={tools}>
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
        }}
      </ItemList>
    </Section>
  );
}
