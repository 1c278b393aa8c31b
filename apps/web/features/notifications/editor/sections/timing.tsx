'use client';

import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { NumberField } from '../../../../ui/fields/number-field.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';

/** Shorter cooldowns need a paid feature. */
const FREE_COOLDOWN = 60;

export function TimingSection({ draft, server }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const isShortLocked = isLocked(server, 'CustomCooldowns');
  const least = isShortLocked ? FREE_COOLDOWN : 30;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label={t('fields.customCoolDownBeforeNextLive')}
        hint={t('cooldownHint')}
        aside={isShortLocked ? <PremiumCrown flag="CustomCooldowns" /> : undefined}
        unit="minutes"
        value={draft.value.customCoolDownBeforeNextLive ?? null}
        fallback={FREE_COOLDOWN}
        min={least}
        max={300}
        rangeText={t('range', { min: least, max: 300 })}
        onChange={setIn(draft, 'customCoolDownBeforeNextLive')}
      />
      <NumberField
        label={t('fields.thumbnailWaitSeconds')}
        hint={t('thumbnailHint')}
        value={draft.value.thumbnailWaitSeconds ?? null}
        fallback={0}
        min={0}
        max={30}
        rangeText={t('range', { min: 0, max: 30 })}
        onChange={setIn(draft, 'thumbnailWaitSeconds')}
      />
      <div className="sm:col-span-2">
        <SwitchRow
          label={t('fields.editOnChange')}
          hint={t('editHint')}
          checked={draft.value.editOnChange !== false}
          onChange={setIn(draft, 'editOnChange')}
        />
      </div>
    </div>
  );
}
