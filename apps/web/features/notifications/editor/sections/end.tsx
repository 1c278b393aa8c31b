'use client';

import { type EndAction, endActions } from '@tally/contract/notifications/streamer-settings';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';

const graces = ['0', '5', '10', '15'] as const;
type GraceText = (typeof graces)[number];

/** The features that these fields require; the API refuses them otherwise. */
const needs = {
  leave: 'AllowNotSendingOfflineNotifications',
  delete: 'AutoDeleteNotifications',
  deleteAndPost: 'AutoDeleteNotifications',
} as const satisfies Partial<Record<EndAction, string>>;

const flagOf = (action: EndAction) => (action in needs ? needs[action as keyof typeof needs] : null);

export function EndSection({ draft, server }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const action: EndAction = draft.value.onEnd ?? 'endCard';
  const isActionLocked = (each: EndAction) => {
    const flag = flagOf(each);
    return flag !== null && isLocked(server, flag);
  };
  const locked = endActions.find(isActionLocked);
  const grace = String(draft.value.offlineGraceMinutes ?? 5) as GraceText;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('fields.onEnd')}
        aside={locked ? <PremiumCrown flag={flagOf(locked) ?? 'AutoDeleteNotifications'} /> : undefined}
      >
        <Select
          label={t('fields.onEnd')}
          value={action}
          onChange={(next) => setIn(draft, 'onEnd')(next)}
          choices={endActions.map((each) => ({
            value: each,
            label: t(`ends.${each}`),
            disabled: each !== action && isActionLocked(each),
          }))}
        />
      </Field>
      <Field label={t('fields.offlineGraceMinutes')} hint={t('graceHint')}>
        <Select
          label={t('fields.offlineGraceMinutes')}
          value={grace}
          onChange={(next) => setIn(draft, 'offlineGraceMinutes')(Number(next) as 0 | 5 | 10 | 15)}
          choices={graces.map((minutes) => ({
            value: minutes,
            label: t('graceMinutes', { minutes: Number(minutes) }),
          }))}
        />
      </Field>
    </div>
  );
}
