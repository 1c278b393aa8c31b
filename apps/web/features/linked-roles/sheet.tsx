'use client';

import type { RoleId } from '@tally/contract/ids';
import type { LinkedRole } from '@tally/contract/role-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EditSheet } from '../../shell/edit-sheet.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Picker } from '../../ui/picker.tsx';
import { discordDataQuery } from '../servers/api.ts';
import { RoleDot, SomeRolePicker } from '../servers/role-picker.tsx';
import { saveRule } from './api.ts';
import { emptyRule, isFree, type RuleDraft, type RuleList, ruleLists, ruleOf, withRole } from './rule-of.ts';

export function RuleSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: LinkedRole | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('linked-roles');
  const [draft, setDraft] = useState<RuleDraft>(opened === 'new' ? emptyRule : opened);
  const save = useMutation(saveRule(useQueryClient(), server.guildId));
  const refusal = useFailure(save.error);
  const rule = ruleOf(draft);
  const title = t(opened === 'new' ? 'addTitle' : 'editTitle');
  const send = () => {
    if (rule === null) return;
    save.mutate(
      { rule, which: opened === 'new' ? undefined : opened.roleId },
      {
        onSuccess: (sentence) => {
          void toast('success', { title: sentence });
          onClose();
        },
      },
    );
  };
  return (
    <EditSheet
      title={title}
      width={480}
      className="grid content-start gap-5 pb-6"
      problem={save.isError ? refusal : null}
      canSave={rule !== null}
      isSaving={save.isPending}
      save={t('save')}
      onSave={send}
      onClose={onClose}
    >
      <TriggerField server={server} draft={draft} onChange={setDraft} />
      {ruleLists.map((list) => (
        <ListField key={list} server={server} draft={draft} list={list} onChange={setDraft} />
      ))}
    </EditSheet>
  );
}

interface FieldProps {
  readonly server: GuildInfo;
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}

/** Any role can set a rule off, also one that only an integration gives. */
function TriggerField({ server, draft, onChange }: FieldProps) {
  const t = useTranslations('linked-roles');
  const words = useTranslations('servers.roles');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const items = (discord?.roles ?? [])
    .filter(({ reasons }) => !reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map(({ id, name, color }) => ({
      value: id as string,
      label: name,
      icon: <RoleDot color={color} />,
      disabled: server.linkedRoles.some(({ roleId }) => roleId === id && roleId !== draft.roleId),
    }));
  return (
    <Field label={t('role')} hint={t('roleHint')}>
      <Picker
        label={t('role')}
        words={{ placeholder: words('choose'), search: words('search'), empty: words('empty') }}
        groups={[{ value: '', items }]}
        value={draft.roleId}
        onChange={(next) => next !== null && onChange(withRole(draft, next as RoleId))}
        disabled={!discord}
      />
    </Field>
  );
}

function ListField({ server, draft, list, onChange }: FieldProps & { readonly list: RuleList }) {
  const t = useTranslations('linked-roles');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const roles = discord?.roles ?? [];
  const set = (next: readonly RoleId[]) => onChange({ ...draft, [list]: [...next] });
  return (
    <Field label={t(`lists.${list}`)}>
      <SomeRolePicker
        label={t(`lists.${list}`)}
        roles={roles.filter(({ id, reasons }) => reasons.length === 0 && isFree(draft, list, id))}
        onChoose={(roleId) => set([...draft[list], roleId as RoleId])}
        disabled={!discord}
      />
      <ul className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
        {draft[list].map((roleId) => {
          const role = roles.find(({ id }) => id === roleId);
          const name = role?.name ?? (discord ? t('gone') : roleId);
          return (
            <li
              key={roleId}
              className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface ps-2.5"
            >
              <RoleDot color={role?.color ?? null} />
              <span className="min-w-0 truncate">{name}</span>
              <IconButton
                label={t('takeOut', { role: name })}
                onClick={() => set(draft[list].filter((each) => each !== roleId))}
              >
                <Icon of={X} size={14} />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Field>
  );
}
