'use client';

import { clipperCategories } from '@tally/contract/notifications/streamer-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { plainMentions } from '../../../../lib/words/mentions.ts';
import { toast } from '../../../../shell/toast.ts';
import { useCreate } from '../../../../shell/use-create.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkboxes } from '../../../../ui/fields/checkbox.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { PreviewPanel } from '../../../message-editor/preview/preview-panel.tsx';
import { streamerJournalQuery, streamerPreview, testKickbot } from '../../api.ts';
import { LastSignal } from '../../list/last-signal.tsx';
import { changeOf, wholeOf } from '../draft-of.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { RoleField } from './role-field.tsx';
import { ChannelField } from './where.tsx';

/** Settings for clips that viewers create with a third-party chat bot. */
export function Kickbot(scene: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { draft, streamer, discord } = scene;
  const { clipEnabled: isOn = false, clipChannelId } = draft.value;
  const address = { serverId: streamer.guildId, platform: streamer.platform, name: streamer.streamerUserName };
  const posted = useQuery({ ...streamerJournalQuery(address), enabled: isOn === true }).data?.rows;
  const last = posted?.find(({ kind, channelId }) => kind === 'clip' && channelId === clipChannelId);
  return (
    <div>
      <SwitchRow
        label={t('fields.clipEnabled')}
        hint={t('kickbotHint')}
        checked={isOn === true}
        onChange={setIn(draft, 'clipEnabled')}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          {last && (
            <div className="sm:col-span-2">
              <LastSignal last={last} isPending={false} discord={discord} />
            </div>
          )}
          <ChannelField scene={scene} name="clipChannelId" isNeeded />
          <RoleField scene={scene} name="clipPingRoleId" channel="clipChannelId" />
          <Test {...scene} />
          <div className="sm:col-span-2">
            <PreviewPanel
              body={wholeOf('kick', draft.value)}
              source={streamerPreview(address, 'clip')}
              names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** Tests the unsaved changes, like the button at the top. */
function Test({ streamer, draft, discord }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const test = useCreate(testKickbot(useQueryClient()));
  const { value, changed } = draft;
  return (
    <div className="sm:col-span-2">
      <Button
        size="compact"
        disabled={value.clipChannelId == null}
        isPending={test.isPending}
        onClick={() =>
          test.mutate(
            { serverId: streamer.guildId, name: streamer.streamerUserName, body: changeOf('kick', value, changed) },
            { onSuccess: (sentence) => void toast('success', { title: plainMentions(sentence, discord ?? {}) }) },
          )
        }
      >
        {t('kickbotTest')}
      </Button>
    </div>
  );
}

/** Chooses people whose clips are always posted, however they created them. */
export function Clippers({ draft }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { builtInClipsEnabled, clipEnabled, clipperCategories: chosen = [], clipperNeedsAllCategories } = draft.value;
  if (!builtInClipsEnabled && !clipEnabled) return null;
  return (
    <Checkboxes
      title={t('fields.clipperCategories')}
      values={clipperCategories}
      chosen={chosen}
      labelOf={(category) => t(`clippers.${category}`)}
      onChange={setIn(draft, 'clipperCategories')}
    >
      <p className="text-muted text-small">{t('clippersHint')}</p>
      {chosen.length > 1 && (
        <SwitchRow
          label={t('fields.clipperNeedsAllCategories')}
          checked={clipperNeedsAllCategories === true}
          onChange={setIn(draft, 'clipperNeedsAllCategories')}
        />
      )}
    </Checkboxes>
  );
}
