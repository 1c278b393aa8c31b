'use client';

import { slugOf } from '../../lib/paths/slug.ts';
import { Field, FieldInput } from '../../ui/fields/field.tsx';

interface Named {
  readonly title: string;
  readonly identifier: string;
}

/** The title of a text. The URL is derived from it until a person edits the URL or saves the text. */
export function TitleField({
  label,
  draft,
  isNew,
  onChange,
}: {
  label: string;
  draft: Named;
  isNew: boolean;
  onChange: (part: Partial<Named>) => void;
}) {
  return (
    <Field label={label}>
      <FieldInput
        value={draft.title}
        maxLength={200}
        dir="auto"
        onChange={({ target: { value: title } }) =>
          onChange(isNew && draft.identifier === slugOf(draft.title) ? { title, identifier: slugOf(title) } : { title })
        }
      />
    </Field>
  );
}
