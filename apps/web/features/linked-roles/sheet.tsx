'use client';

import type { RoleId } from '@tally/contract/ids';
import type { LinkedRole } from '@tally/contract/role-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Sheet, SheetParts } from '../../ui/sheet.tsx';
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
  const words = useTranslations('ui');
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
    <Sheet
      open
      side="end"
      label={title}
      className="max-sm:w-[calc(100vw-24px)] sm:w-[min(480px,100vw)]"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form
        className="flex min-h-full flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
          <SheetParts.Title className="font-semibold text-title">{title}</SheetParts.Title>
          <SheetParts.Close aria-label={words('close')} className={iconButtonClass}>
            <Icon of={X} />
          </SheetParts.Close>
        </header>
        <div className="grid flex-1 content-start gap-5 px-5 pb-6">
          <TriggerField server={server} draft={draft} onChange={setDraft} />
          {ruleLists.map((list) => (
            <ListField key={list} server={server} draft={draft} list={list} onChange={setDraft} />
          ))}
        </div>
        <footer className="sticky bottom-0 border-t border-line bg-ground px-5 py-3">
          {save.isError && (
            <p role="alert" className="mb-3 whitespace-pre-line text-red text-small">
              {refusal}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <SheetParts.Close render={<Button>{words('cancel')}</Button>} />
            <Button variant="primary" type="submit" isPending={save.isPending} disabled={rule === null}>
              {t('save')}
            </Button>
          </div>
        </footer>
      </form>
    </Sheet>
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
