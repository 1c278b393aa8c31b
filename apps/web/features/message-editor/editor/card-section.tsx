'use client';

import { formatColor, parseColor } from '@tally/message/discord';
import { useTranslations } from 'next-intl';
import { Switch } from '../../../ui/fields/switch.tsx';
import { type EditedEmbed, emptyEmbed } from './body.ts';
import { FieldsList } from './fields-list.tsx';
import { Part } from './part.tsx';
import { Section } from './section.tsx';

/** Shown for a placeholder or an invalid color. */
const unknownColor = 0x808080;

type Texts = Exclude<keyof EditedEmbed, 'fields'>;

export function CardSection({
  value,
  onChange,
}: {
  value: EditedEmbed | null;
  onChange: (field: string, to: (now: EditedEmbed | null) => EditedEmbed | null) => void;
}) {
  const t = useTranslations('message-editor');
  const set = (key: Texts) => (text: string) =>
    onChange(`embed.${key}`, (now) => ({ ...(now ?? emptyEmbed), [key]: text }));
  const part = (key: Texts, label: Parameters<typeof t>[0], isMultiline = false, className?: string) => (
    <Part
      path={`embed.${key}`}
      label={t(label)}
      value={value?.[key] ?? ''}
      onChange={set(key)}
      isMultiline={isMultiline}
      {...(className ? { className } : {})}
    />
  );
  return (
    <Section
      title={t('editor.card')}
      hint={t('editor.cardHint')}
      aside={
        <Switch
          aria-label={t('editor.withCard')}
          checked={value !== null}
          onChange={(isOn) => onChange('embed', () => (isOn ? emptyEmbed : null))}
        />
      }
    >
      {value && (
        <div className="grid gap-4 sm:grid-cols-2">
          {part('author', 'parts.author')}
          {part('authorIcon', 'parts.authorIcon')}
          {part('title', 'parts.title')}
          {part('url', 'parts.titleUrl')}
          {part('description', 'parts.description', true, 'sm:col-span-2')}
          <FieldsList
            value={value.fields}
            onChange={(field, to) =>
              onChange(field, (now) => ({ ...(now ?? emptyEmbed), fields: to((now ?? emptyEmbed).fields) }))
            }
          />
          {part('image', 'parts.image')}
          {part('thumbnail', 'parts.thumbnail')}
          {part('footer', 'parts.footer')}
          {part('footerIcon', 'parts.footerIcon')}
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            {part('color', 'parts.color')}
            <input
              type="color"
              aria-label={t('editor.swatch')}
              title={t('editor.swatch')}
              value={formatColor(parseColor(value.color) ?? unknownColor)}
              onChange={({ target }) => set('color')(target.value)}
              className="mt-[27px] size-control cursor-pointer rounded-control border border-control bg-ground p-1"
            />
          </div>
        </div>
      )}
    </Section>
  );
}
