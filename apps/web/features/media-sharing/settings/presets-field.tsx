'use client';

import { useTranslations } from 'next-intl';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { presetFor, presetNames, presetOf } from './presets.ts';
import type { SettingsEdit } from './settings-tab.tsx';

/** Three presets for a room. None is selected if the settings differ from all of them. */
export function Presets({ edit }: { edit: SettingsEdit }) {
  const t = useTranslations('media-sharing.settings.presets');
  const chosen = presetOf(edit.draft.value);
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody role="radiogroup" aria-label={t('title')} className="grid gap-3 sm:grid-cols-3">
        {presetNames.map((name) => (
          <label
            key={name}
            className="cursor-pointer rounded-card border border-line px-4 py-3 hover:bg-raised has-checked:border-text has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="preset"
              className="sr-only"
              checked={chosen === name}
              onChange={() => edit.set(presetFor(edit.draft.value, name))}
            />
            <span className="block font-semibold">{t(name)}</span>
            <span className="block text-muted text-small">{t(`${name}Text`)}</span>
          </label>
        ))}
      </CardBody>
    </Card>
  );
}
