'use client';

import { mediaApprovals, mediaShareModes } from '@tally/contract/media-sharing/settings';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { areBadWords, mostWords } from './draft-of.ts';
import type { SettingsEdit } from './settings-tab.tsx';

/** The settings for requests, approval, and what viewers see. */
export function RequestSettings({ edit }: { edit: SettingsEdit }) {
  const t = useTranslations('media-sharing');
  const { value } = edit.draft;
  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="font-semibold">{t('settings.fields.modes')}</legend>
        {mediaShareModes.map((mode) => (
          <SwitchRow
            key={mode}
            label={t(`kinds.${mode}`)}
            checked={value.modes.includes(mode)}
            onChange={(isOn) =>
              edit.set({
                modes: mediaShareModes.filter((each) => (each === mode ? isOn : value.modes.includes(each))),
              })
            }
          />
        ))}
      </fieldset>
      <Labelled label={t('settings.fields.approval')}>
        <Select
          label={t('settings.fields.approval')}
          value={value.approval}
          onChange={(approval) => edit.set({ approval })}
          choices={mediaApprovals.map((each) => ({ value: each, label: t(`settings.approvals.${each}`) }))}
        />
        {value.approval === 'nobody' && (
          <p className="flex items-start gap-2 text-small text-warn">
            <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
            {t('settings.approvalRisk')}
          </p>
        )}
      </Labelled>
      <Field
        label={t('settings.fields.bannedWords')}
        hint={t('settings.bannedWordsHint')}
        error={
          areBadWords(value.bannedWords)
            ? t('settings.bannedWordsBad', { most: mostWords.lines, letters: mostWords.letters })
            : undefined
        }
      >
        <FieldParts.Control
          render={
            <Textarea
              dir="auto"
              value={value.bannedWords}
              onChange={({ target }) => edit.set({ bannedWords: target.value })}
            />
          }
        />
      </Field>
      <fieldset>
        <legend className="font-semibold">{t('settings.look')}</legend>
        <p className="text-muted text-small">{t('settings.hideHint')}</p>
        {(['hideNames', 'hideTitles'] as const).map((field) => (
          <SwitchRow
            key={field}
            label={t(`settings.fields.${field}`)}
            checked={value[field]}
            onChange={(isOn) => edit.set({ [field]: isOn })}
          />
        ))}
      </fieldset>
    </div>
  );
}
