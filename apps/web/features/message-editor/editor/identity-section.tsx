'use client';

import { useTranslations } from 'next-intl';
import { Switch } from '../../../ui/fields/switch.tsx';
import type { EditedWebhook } from './body.ts';
import { Part } from './part.tsx';
import { Section } from './section.tsx';

const none: EditedWebhook = { enabled: false, username: '', avatarUrl: '' };

export function IdentitySection({
  value,
  onChange,
}: {
  value: EditedWebhook | null;
  onChange: (field: string, to: (now: EditedWebhook | null) => EditedWebhook | null) => void;
}) {
  const t = useTranslations('message-editor');
  const set = (key: 'username' | 'avatarUrl') => (text: string) =>
    onChange(`webhook.${key}`, (now) => ({ ...(now ?? none), [key]: text }));
  return (
    <Section
      title={t('editor.identity')}
      hint={t('editor.identityHint')}
      aside={
        <Switch
          aria-label={t('editor.ownIdentity')}
          checked={value?.enabled ?? false}
          onChange={(enabled) => onChange('webhook', (now) => ({ ...(now ?? none), enabled }))}
        />
      }
    >
      {value?.enabled && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Part path="webhook.username" label={t('parts.username')} value={value.username} onChange={set('username')} />
          <Part
            path="webhook.avatarUrl"
            label={t('parts.avatarUrl')}
            value={value.avatarUrl}
            onChange={set('avatarUrl')}
          />
        </div>
      )}
    </Section>
  );
}
