'use client';

import type { RoleId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { usePingWarning } from '../../../../shell/server/ping-warning.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { PingPicker } from '../../../../ui/fields/role-picker.tsx';
import type { SettingKey } from '../draft-of.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';

export function RoleField({
  scene: { draft, discord },
  name,
  channel,
}: {
  scene: EditorSceneProps;
  name: Extract<SettingKey, `${string}PingRoleId`>;
  channel: Extract<SettingKey, `${string}ChannelId`>;
}) {
  const t = useTranslations('notifications.editor');
  const warning = usePingWarning(discord, draft.value[name], [draft.value[channel]]);
  return (
    <Field label={t(`fields.${name}`)} hint={warning}>
      <PingPicker
        label={t(`fields.${name}`)}
        roles={discord?.roles ?? []}
        value={draft.value[name] ?? null}
        onChange={(next) => setIn(draft, name)(next as RoleId | null)}
        disabled={!discord}
      />
    </Field>
  );
}
