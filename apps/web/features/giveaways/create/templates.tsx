'use client';

import type { GiveawayTemplate } from '@tally/contract/giveaways/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Failed, useFailure } from '../../../shell/failed.tsx';
import { isLocked } from '../../../shell/premium-lock.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { addTemplate, removeTemplate, templatesQuery } from '../api.ts';
import { draftOfSettings, type GiveawayDraft, templateOf } from '../form/draft-of.ts';

interface TemplatesProps {
  readonly server: GuildInfo;
  readonly onUse: (draft: GiveawayDraft) => void;
}

/** The saved templates, each with a button that applies it. */
export function Templates({ server, onUse }: TemplatesProps) {
  const t = useTranslations('giveaways.templates');
  const list = useQuery(templatesQuery(server.guildId));
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  const templates = list.data ?? [];
  if (templates.length === 0) return null;
  return (
    <section aria-label={t('title')} className="mb-5 flex flex-wrap items-center gap-2">
      {templates.map((template) => (
        <Kept key={template.templateId} server={server} template={template} onUse={onUse} />
      ))}
    </section>
  );
}

function Kept({
  server,
  template: { templateId, title, settings },
  onUse,
}: TemplatesProps & { template: GiveawayTemplate }) {
  const t = useTranslations('giveaways.templates');
  const remove = useMutation(removeTemplate(useQueryClient(), server.guildId));
  return (
    <span className="flex max-w-full items-center rounded-control border border-line bg-surface">
      <Button variant="ghost" className="min-w-0 shrink" onClick={() => onUse(draftOfSettings(settings))}>
        <span className="sr-only">{t('use')}</span>
        <bdi className="truncate">{title}</bdi>
      </Button>
      <Confirm
        title={t('removeTitle', { title })}
        description={t('removeText')}
        trigger={<IconButton icon={Trash2} label={t('removeOf', { title })} />}
        verb={t('remove')}
        icon={<Icon of={Trash2} />}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(templateId)}
      />
    </span>
  );
}

/** Saves the settings on this page under a name. */
export function KeepTemplate({ server, draft }: { server: GuildInfo; draft: GiveawayDraft }) {
  const t = useTranslations('giveaways.templates');
  const [isAsked, ask] = useState(false);
  const [title, setTitle] = useState('');
  const add = useCreate(addTemplate(useQueryClient(), server.guildId));
  const refusal = useFailure(add.error);
  const keep = () =>
    add.mutate(
      { title: title.trim(), settings: templateOf(draft) },
      {
        onSuccess(sentence) {
          void toast('success', { title: sentence });
          ask(false);
          setTitle('');
        },
      },
    );
  return (
    <Confirm
      open={isAsked}
      onOpenChange={ask}
      title={t('keepTitle')}
      description={t('keepText')}
      trigger={
        <Button icon={BookmarkPlus} variant="ghost" disabled={isLocked(server, 'Giveaways')}>
          {t('keep')}
        </Button>
      }
      verb={t('keepIt')}
      variant="primary"
      isPending={add.isPending}
      disabled={title.trim() === ''}
      onConfirm={keep}
    >
      <Field label={t('name')} error={add.isError ? refusal : undefined}>
        <FieldInput value={title} maxLength={80} onChange={({ target }) => setTitle(target.value)} />
      </Field>
    </Confirm>
  );
}
