'use client';

import type { LinkedRole } from '@tally/contract/role-sync/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine, Plus, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { isUnlimited } from '../../lib/words/limits.ts';
import { UndoRemoval } from '../../shell/drafts/undo-bar.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { LogChannel } from '../../shell/server/log-channel.tsx';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { removeRule, saveRule } from './api.ts';
import { ruleLists } from './rule-of.ts';
import { RuleSheet, type StoredRule } from './sheet.tsx';

/** The server's rules that assign roles based on another role. */
export function LinkedRolesCard({ server }: { server: GuildInfo }) {
  const t = useTranslations('linked-roles');
  const [opened, setOpened] = useState<StoredRule | 'new' | null>(null);
  const [removed, setRemoved] = useState<{ rule: StoredRule; sentence: string } | null>(null);
  const client = useQueryClient();
  const remove = useMutation(removeRule(client, server.guildId));
  const save = useMutation(saveRule(client, server.guildId));
  const { linkedRoles: rules } = server;
  const limit = server.limits.maxLinkedRoles;
  const isFull = rules.length >= limit;
  const add = (
    <Button icon={Plus} variant="quiet" onClick={() => setOpened('new')} disabled={isFull}>
      {t('add')}
    </Button>
  );
  return (
    <Card id="linked-roles" className="scroll-mt-20">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('title')}
            <Badge>
              {!isUnlimited(limit)
                ? t('use', { count: rules.length, limit })
                : t('useUnlimited', { count: rules.length })}
            </Badge>
          </span>
        }
        description={t('text')}
        actions={rules.length > 0 ? add : undefined}
      />
      <CardBody className="grid gap-4">
        <MissingIntents of="linked-roles" />
        {isFull && <p className="text-warn">{t('full', { limit })}</p>}
        {rules.length === 0 ? (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />
        ) : (
          <ul className="rounded-card border border-line">
            {rules.map((rule, place) => (
              <Row
                key={rule.roleId}
                server={server}
                rule={rule}
                isResting={place >= limit}
                onEdit={() => setOpened(rule)}
                onRemove={() => remove.mutate(rule, { onSuccess: (sentence) => setRemoved({ rule, sentence }) })}
              />
            ))}
          </ul>
        )}
        {removed && (
          <UndoRemoval
            key={removed.rule.roleId}
            sentence={removed.sentence}
            back={t('back')}
            bringBack={() => save.mutateAsync({ rule: removed.rule, version: NO_RECORD })}
            onDone={() => setRemoved(null)}
          />
        )}
        <LogChannel
          server={server}
          setting="linkedRoleLogs"
          words={{ label: t('logs'), hint: t('logsHint'), none: t('noLogs') }}
        />
        {opened !== null && <RuleSheet server={server} opened={opened} onClose={() => setOpened(null)} />}
      </CardBody>
    </Card>
  );
}

function Row({
  server,
  rule,
  isResting,
  onEdit,
  onRemove,
}: {
  server: GuildInfo;
  rule: LinkedRole;
  isResting: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations('linked-roles');
  const locale = useLocale();
  const roles = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data?.roles;
  const nameOf = (roleId: string) => (roles ? (roles.find(({ id }) => id === roleId)?.name ?? t('gone')) : roleId);
  const name = nameOf(rule.roleId);
  const list = new Intl.ListFormat(locale);
  return (
    <li className="flex min-h-[60px] items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {isResting && <Badge tone="warn">{t('rests')}</Badge>}
        </p>
        {ruleLists.map((each) =>
          rule[each].length > 0 ? (
            <p key={each} className="text-muted text-small wrap-anywhere">
              {t(`says.${each}`, { roles: list.format(rule[each].map(nameOf)) })}
            </p>
          ) : null,
        )}
      </div>
      <div className="flex shrink-0 gap-1">
        <IconButton icon={PenLine} label={t('edit', { role: name })} onClick={onEdit} />
        <IconButton icon={Trash2} label={t('remove', { role: name })} onClick={onRemove} />
      </div>
    </li>
  );
}
