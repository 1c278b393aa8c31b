'use client';

import { videoKinds } from '@tally/contract/notifications/streamer-settings';
import { aboutPlatforms, hasSettings } from '@tally/contract/platforms/words';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { capabilitiesQuery } from '../../../../shell/server/followed.ts';
import { Checkboxes } from '../../../../ui/fields/checkbox.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { Unwatched } from '../../../message-editor/unwatched.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { Clippers, Kickbot } from './kickbot.tsx';
import { RoleField } from './role-field.tsx';
import { ChannelField } from './where.tsx';

/** Settings for content other than streams. */
export function MediaSection(scene: EditorSceneProps) {
  const { platform } = scene;
  const address = { serverId: scene.streamer.guildId, platform };
  const reach = useQuery(capabilitiesQuery(address)).data;
  if (hasSettings(platform, 'videoKinds')) return <VideoKinds {...scene} />;
  return (
    <div className="grid gap-5">
      {reach?.clips !== false && <Clips {...scene} />}
      {hasSettings(platform, 'partnerClips') && <Kickbot {...scene} />}
      {hasSettings(platform, 'partnerClips') && <Clippers {...scene} />}
      {reach?.vods !== false && <Vods {...scene} />}
      <Unwatched platform={platform} reach={reach} />
    </div>
  );
}

function VideoKinds({ draft }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const chosen = draft.value.videoKinds ?? videoKinds;
  return (
    <Checkboxes
      title={t('fields.videoKinds')}
      values={videoKinds}
      chosen={chosen}
      labelOf={(kind) => t(`videoKinds.${kind}`)}
      onChange={(next) => setIn(draft, 'videoKinds')(next.length === videoKinds.length ? null : next)}
    />
  );
}

function Clips(scene: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { draft } = scene;
  const isOn = draft.value.builtInClipsEnabled === true;
  return (
    <div>
      <SwitchRow
        label={t('fields.builtInClipsEnabled')}
        hint={t('clipsHint')}
        checked={isOn}
        onChange={setIn(draft, 'builtInClipsEnabled')}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ChannelField scene={scene} name="builtInClipsChannelId" isNeeded />
          <RoleField scene={scene} name="builtInClipsPingRoleId" channel="builtInClipsChannelId" />
        </div>
      )}
    </div>
  );
}

function Vods(scene: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const isVodLocked = isLocked(scene.server, 'AllowVodFeatures');
  return (
    <div>
      <div className="mb-2 flex items-center gap-2 font-medium">
        {t('vods')}
        {isVodLocked && <PremiumCrown flag="AllowVodFeatures" />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChannelField scene={scene} name="vodsChannelId" />
        <RoleField scene={scene} name="vodsPingRoleId" channel="vodsChannelId" />
      </div>
      {'keepsRecordings' in aboutPlatforms[scene.platform] && (
        <SwitchRow
          label={t('fields.enableVodDownloading')}
          hint={t('saveVodsHint')}
          checked={scene.draft.value.enableVodDownloading === true}
          disabled={isVodLocked && scene.draft.value.enableVodDownloading !== true}
          onChange={setIn(scene.draft, 'enableVodDownloading')}
        />
      )}
    </div>
  );
}
