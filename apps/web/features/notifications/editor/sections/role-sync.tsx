'use client';

import { settingsOf } from '@tally/contract/notifications/streamer-settings';
import { hasSettings } from '@tally/contract/platforms/words';
import { GIFTED_SUBS_FLAG, type SyncableRole, syncableRoleKeys, syncableRoles } from '@tally/contract/role-sync/calls';
import type { RoleId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Info, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { MissingIntents } from '../../../../shell/server/missing-intents.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { GivenRolePicker, SomeRolePicker } from '../../../../ui/fields/role-picker.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { roleSyncQuery } from '../../../role-sync/api.ts';
import { hasRoleSync } from '../../../role-sync/reach.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';

/** Assigns roles to members with linked accounts, by their status in this creator's channel. */
export function RoleSyncSection(scene: EditorSceneProps) {
  const t = useTranslations('role-sync');
  const { platform, streamer } = scene;
  const state = useQuery(roleSyncQuery(streamer.guildId)).data;
  if (!hasRoleSync(platform)) return null;
  const keys = syncableRoleKeys.filter((key) => key in settingsOf[platform]);
  return (
    <div className="grid gap-5">
      <MissingIntents of="role-sync" />
      <p className="flex items-start gap-2 text-muted">
        <Icon of={Info} className="mt-0.5 shrink-0" />
        <span>{t(`tells.${platform}`)}</span>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {keys.map((name) => (
          <RoleField
            key={name}
            scene={scene}
            name={name}
            holders={state?.roles.find(({ roleId }) => roleId === scene.draft.value[name])?.members ?? 0}
          />
        ))}
      </div>
      {hasSettings(platform, 'giftedSubRoles') && <GiftedSubs {...scene} />}
    </div>
  );
}

function RoleField({ scene, name, holders }: { scene: EditorSceneProps; name: SyncableRole; holders: number }) {
  const t = useTranslations('role-sync');
  const fields = useTranslations('notifications.editor.fields');
  const { draft, discord, server } = scene;
  const { flag } = syncableRoles[name];
  const locked = isLocked(server, flag);
  const value = draft.value[name] ?? null;
  const set = setIn(draft, name);
  return (
    <Field
      label={fields(name)}
      hint={value === null ? undefined : t('holders', { count: holders })}
      aside={
        <span className="flex items-center gap-1">
          {locked && <PremiumCrown flag={flag} />}
          {value !== null && (
            <Button variant="ghost" size="compact" onClick={() => set(null)}>
              {t('noRole')}
            </Button>
          )}
        </span>
      }
    >
      <GivenRolePicker
        label={fields(name)}
        roles={discord?.roles ?? []}
        value={value}
        onChange={(next) => next !== null && set(next as RoleId)}
        disabled={!discord || (locked && value === null)}
      />
    </Field>
  );
}

const MOST = 25;
const MOST_SUBS = 1_000_000;

function GiftedSubs({ draft, discord, server }: EditorSceneProps) {
  const t = useTranslations('role-sync');
  const fields = useTranslations('notifications.editor.fields');
  const locked = isLocked(server, GIFTED_SUBS_FLAG);
  const list = draft.value.giftedSubRoles ?? [];
  const set = setIn(draft, 'giftedSubRoles');
  const roles = discord?.roles ?? [];
  const nameOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.name ?? roleId;
  return (
    <Field
      label={fields('giftedSubRoles')}
      hint={t('giftedHint')}
      aside={locked ? <PremiumCrown flag={GIFTED_SUBS_FLAG} /> : undefined}
    >
      <ul className="mb-2 grid gap-2 empty:hidden">
        {list.map(({ roleId, giftedSubs }) => (
          <li key={roleId} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{nameOf(roleId)}</span>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_SUBS}
              aria-label={t('giftedFrom', { role: nameOf(roleId) })}
              value={giftedSubs}
              onChange={(event) => {
                const count = Math.min(MOST_SUBS, Math.max(1, Math.trunc(Number(event.target.value)) || 1));
                set(list.map((each) => (each.roleId === roleId ? { roleId, giftedSubs: count } : each)));
              }}
              className="w-28"
            />
            <IconButton
              label={t('removeGifted', { role: nameOf(roleId) })}
              onClick={() => set(list.filter((each) => each.roleId !== roleId))}
            >
              <Icon of={X} size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      <SomeRolePicker
        label={t('addGifted')}
        roles={roles.filter(({ id, reasons }) => reasons.length === 0 && !list.some(({ roleId }) => roleId === id))}
        onChoose={(roleId) => set([...list, { roleId: roleId as RoleId, giftedSubs: 1 }])}
        disabled={!discord || locked || list.length >= MOST}
      />
    </Field>
  );
}
