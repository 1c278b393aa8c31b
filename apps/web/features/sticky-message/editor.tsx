'use client';

import type { ChannelId } from '@tally/contract/ids';
import type { StickyMessage } from '@tally/contract/message-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { DraftBar } from '../../shell/draft-bar.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MessageEditor, useProblems } from '../message-editor/editor/message-editor.tsx';
import { ProblemList } from '../message-editor/editor/problem-list.tsx';
import { BesidePreview } from '../message-editor/preview/beside-preview.tsx';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { discordDataQuery } from '../servers/api.ts';
import { hasBadFigure } from './draft-of.ts';
import { useChannelName } from './list.tsx';
import { StickyTiming } from './timing.tsx';
import { useSticky } from './use-sticky.ts';

interface EditorProps {
  readonly server: GuildInfo;
  readonly opened: StickyMessage | 'new';
  readonly words: PlaceholderWords;
  readonly bot: string;
  readonly onLeave: () => void;
  readonly onSaved: (channelId: ChannelId) => void;
}

export function StickyEditor({ server, opened, words, bot, onLeave, onSaved }: EditorProps) {
  const t = useTranslations('sticky-message');
  const { draft, set, save } = useSticky(server, opened, onSaved);
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const { value } = draft;
  const problems = useProblems('sticky', value.message);
  const hasProblems = value.channelId === null || hasBadFigure(value) || problems.length > 0;
  return (
    <>
      <Button variant="ghost" size="compact" className="-ms-2 mb-2" onClick={onLeave}>
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {t('back')}
      </Button>
      <PageHeader title={<Title server={server} opened={opened} />} />
      <BesidePreview
        words={{ view: t('view'), edit: t('edit'), preview: t('preview') }}
        preview={
          <>
            <PreviewPanel
              type="sticky"
              template={value.message}
              values={{ server: server.name }}
              bot={{ name: bot }}
              names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
            />
            {draft.changed.length > 0 && <ProblemList problems={problems} />}
          </>
        }
      >
        <StickyTiming server={server} value={value} channels={discord?.channels} set={set} />
        <Card>
          <CardBody>
            <h2 className="mb-3 font-semibold text-lead">{t('message')}</h2>
            <MessageEditor
              type="sticky"
              value={value.message}
              onChange={(field, to) => draft.change(field, (now) => ({ ...now, message: to(now.message) }))}
              words={words}
              locked={{
                ...(isLocked(server, 'UseCustomButtons') && value.message.buttons.length === 0
                  ? { buttons: <PremiumCrown flag="UseCustomButtons" label={t('ownButtons')} /> }
                  : {}),
                ...(isLocked(server, 'CustomWebhooks') && !value.message.webhook?.enabled
                  ? { identity: <PremiumCrown flag="CustomWebhooks" label={t('ownIdentity')} /> }
                  : {}),
              }}
            />
          </CardBody>
        </Card>
      </BesidePreview>
      <DraftBar draft={draft} save={save} nameOf={(field) => t(`fields.${field}`)} hasProblems={hasProblems} />
    </>
  );
}

function Title({ server, opened }: Pick<EditorProps, 'server' | 'opened'>) {
  const t = useTranslations('sticky-message');
  return opened === 'new' ? t('addTitle') : <OfChannel server={server} sticky={opened} />;
}

function OfChannel({ server, sticky }: { server: GuildInfo; sticky: StickyMessage }) {
  const t = useTranslations('sticky-message');
  return t('editTitle', { channel: useChannelName(server, sticky.channelId) });
}
