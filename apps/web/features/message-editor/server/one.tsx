'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { defaultMessage } from '@tally/message/defaults';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, PenLine, RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Draft } from '../../../lib/drafts/draft.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { type EditedMessage, toBody, toEdited } from '../editor/body.ts';
import { MessageEditor, useProblems } from '../editor/message-editor.tsx';
import { ProblemList } from '../editor/problem-list.tsx';
import { BesidePreview, twoColumns } from '../preview/beside-preview.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import { serverPreview } from './api.ts';
import { type ServerMessageDraft, variantProblem } from './draft-of.ts';
import { useMessageFields } from './field-words.ts';
import { useGroupName } from './group-name.ts';
import { groupOf, isGreeting, isOfGiveaways, pageOfGreeting, type ServerMessageType } from './groups.ts';
import { useLockedParts } from './locked-parts.tsx';
import { useTypeName } from './type-name.ts';
import { useServerMessage } from './use-server-message.ts';
import { Variants } from './variants.tsx';

interface OneProps {
  readonly serverId: ServerId;
  readonly type: ServerMessageType;
  readonly words: PlaceholderWords;
}

export function ServerMessage(props: OneProps) {
  const server = useQuery(serverQuery(props.serverId)).data;
  const ui = useTranslations('ui');
  const t = useTranslations('message-editor.server');
  const nameOf = useGroupName();
  const group = groupOf(props.type);
  const name = useTypeName()(props.type);
  const groupName = group ? nameOf(group) : isOfGiveaways(props.type) ? t('giveaways.title') : null;
  return (
    <>
      <Link
        href={`/dashboard/server/${props.serverId}/${isGreeting(props.type) ? pageOfGreeting(props.type) : 'messages'}`}
        prefetch={false}
        className="mb-3 inline-flex min-h-8 pointer-coarse:min-h-11 items-center gap-1.5 text-muted hover:text-text"
      >
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {isGreeting(props.type) ? t('backToSettings') : t('back')}
      </Link>
      <PageHeader
        title={groupName === null ? name : t('heading', { group: groupName, type: name })}
        description={isOfGiveaways(props.type) ? t(`giveaways.hints.${props.type}`) : undefined}
      />
      {server ? (
        <Editing {...props} server={server} />
      ) : (
        <Loading label={ui('loading')} className={twoColumns}>
          <Skeleton className="h-[420px] w-full" />
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </>
  );
}

function Editing({ server, type, words }: OneProps & { server: GuildInfo }) {
  const t = useTranslations('message-editor.server');
  const edit = useServerMessage(server, type);
  const { draft } = edit;
  const rowsOf = useDraftRows<ServerMessageDraft>(server.guildId, useMessageFields());
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const standard = useMemo(() => toEdited(defaultMessage(type, server.locale)), [type, server.locale]);
  const { message, variants } = draft.value;
  const shown = message ?? standard;
  const set = (field: string, to: (now: EditedMessage) => EditedMessage) =>
    draft.change(field, (now) => ({ ...now, message: to(now.message ?? standard) }));
  const problems = useProblems(type, shown);
  const hasProblems = (message !== null && problems.length > 0) || variants.some((text) => variantProblem(text));
  return (
    <>
      <BesidePreview
        words={{ view: t('view'), edit: t('messageTab'), preview: t('preview') }}
        preview={
          <>
            <PreviewPanel
              body={{ message: message && toBody(message), variants: [...variants] }}
              source={serverPreview(server.guildId, type)}
              names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
              inPlace={message === null ? undefined : { type, value: message, words, onChange: set }}
            />
            <ProblemList problems={problems} />
          </>
        }
      >
        <Card>
          <CardBody className="flex flex-col gap-6">
            <h2 className="-mb-3 font-semibold text-lead">{t('messageTab')}</h2>
            <Own server={server} type={type} words={words} draft={draft} standard={standard} set={set} />
            {!isLocked(server, 'AnyMessageEditor') && (
              <Variants
                value={variants}
                onChange={(field, to) => draft.change(field, (now) => ({ ...now, variants: to(now.variants) }))}
              />
            )}
          </CardBody>
        </Card>
      </BesidePreview>
      <DraftBar edit={edit} nameOf={(field) => t(`fields.${field}`)} rowsOf={rowsOf} hasProblems={hasProblems} />
    </>
  );
}

function Own({
  server,
  type,
  words,
  draft,
  standard,
  set,
}: {
  server: GuildInfo;
  type: ServerMessageType;
  words: PlaceholderWords;
  draft: Draft<ServerMessageDraft>;
  standard: EditedMessage;
  set: (field: string, to: (now: EditedMessage) => EditedMessage) => void;
}) {
  const t = useTranslations('message-editor.server');
  const { message } = draft.value;
  const lockedOf = useLockedParts(server);
  if (!message) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-ground p-4">
        <p className="min-w-56 flex-1 text-muted">{t('standardText')}</p>
        {isLocked(server, 'AnyMessageEditor') ? (
          <PremiumCrown flag="AnyMessageEditor" />
        ) : (
          <Button icon={PenLine} onClick={() => draft.open((now) => ({ ...now, message: now.message ?? standard }))}>
            {t('write')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div>
      <div className="mb-4 flex justify-end">
        <Button size="compact" onClick={() => draft.change('standard', (now) => ({ ...now, message: null }))}>
          <Icon of={RotateCcw} className="rtl:-scale-x-100" />
          {t('toStandard')}
        </Button>
      </div>
      <MessageEditor
        serverId={server.guildId}
        type={type}
        value={message}
        onChange={set}
        words={words}
        locked={lockedOf(message)}
      />
    </div>
  );
}
