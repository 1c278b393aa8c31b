'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Volume } from '../room/queue/volume.tsx';
import { SettingNumber } from './limits.tsx';
import type { SettingsEdit } from './settings-tab.tsx';

/** The sound settings, and who besides moderators can skip a video. */
export function PlaybackSettings({ edit, userId, volume }: { edit: SettingsEdit; userId: UserId; volume: number }) {
  const t = useTranslations('media-sharing.settings');
  const { value } = edit.draft;
  return (
    <div className="grid gap-2">
      <Volume userId={userId} volume={volume} />
      <SwitchRow
        label={t('fields.easeIn')}
        hint={t('easeInHint')}
        checked={value.easeIn}
        onChange={(easeIn) => edit.set({ easeIn })}
      />
      <SwitchRow
        label={t('fields.pauseWhenHidden')}
        checked={value.pauseWhenHidden}
        onChange={(pauseWhenHidden) => edit.set({ pauseWhenHidden })}
      />
      <SwitchRow
        label={t('fields.voteSkip')}
        checked={value.voteSkip}
        onChange={(voteSkip) => edit.set({ voteSkip })}
      />
      {value.voteSkip && <SettingNumber edit={edit} name="votePercent" hint={t('votePercentHint')} />}
    </div>
  );
}
