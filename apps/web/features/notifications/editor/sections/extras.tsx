'use client';

import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';

/** Settings for the extras of a message: a button for members, a thread, publishing. */
export function ExtrasSection({ draft, server, discord }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { showNotifyButton, openThread, autoPublishIfAnnouncmentChannel: publishes, pingRoleId } = draft.value;
  const isPublishLocked = isLocked(server, 'AllowAutoPublishNotifications');
  const role = discord?.roles?.find((each) => each.id === pingRoleId);
  return (
    <>
      <SwitchRow
        label={t('fields.showNotifyButton')}
        hint={pingRoleId ? t('notifyHint', { role: role?.name ?? pingRoleId }) : t('notifyNeedsRole')}
        checked={showNotifyButton === true}
        disabled={!pingRoleId && showNotifyButton !== true}
        onChange={setIn(draft, 'showNotifyButton')}
      />
      <SwitchRow
        label={t('fields.openThread')}
        hint={t('threadHint')}
        checked={openThread === true}
        onChange={setIn(draft, 'openThread')}
      />
      <SwitchRow
        label={t('fields.autoPublishIfAnnouncmentChannel')}
        hint={t('publishHint')}
        aside={isPublishLocked ? <PremiumCrown flag="AllowAutoPublishNotifications" /> : undefined}
        checked={publishes === true}
        disabled={isPublishLocked && publishes !== true}
        onChange={setIn(draft, 'autoPublishIfAnnouncmentChannel')}
      />
    </>
  );
}
