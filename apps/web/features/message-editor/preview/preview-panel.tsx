'use client';

import type { MessageType } from '@tally/contract/message-types';
import { placeholdersFor, sampleValues } from '@tally/contract/placeholders';
import { type MessageTemplate, type Ping, renderMessage } from '@tally/message/discord';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { DiscordMessage, type Sender } from './message.tsx';
import type { DiscordNames } from './names.ts';

const noValues: Readonly<Record<string, string>> = {};
const nobody: Ping = {};

/** The message as members will see it, rendered by the code that the bot itself renders with. */
export function PreviewPanel({
  type,
  template,
  values = noValues,
  ping = nobody,
  bot,
  names,
}: {
  type: MessageType | 'sticky';
  template: MessageTemplate;
  /** What is known already; samples stand in for the rest. */
  values?: Readonly<Record<string, string>>;
  ping?: Ping;
  bot: Sender;
  names: DiscordNames;
}) {
  const t = useTranslations('message-editor');
  const [look, setLook] = useState<'dark' | 'light'>('dark');
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const { payload, identity } = useMemo(
    () =>
      renderMessage({
        template,
        placeholders: placeholdersFor(type),
        values: { ...sampleValues(type), ...values },
        ping: { ...ping, isSilent: true },
      }),
    [type, template, values, ping],
  );
  const sender = { name: identity?.username ?? bot.name, avatarUrl: identity?.avatarUrl ?? bot.avatarUrl };
  return (
    <div>
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        <Tabs
          label={t('looks.label')}
          value={look}
          onChange={setLook}
          tabs={[
            { value: 'dark', label: t('looks.dark') },
            { value: 'light', label: t('looks.light') },
          ]}
        />
        <Tabs
          label={t('looks.width')}
          value={width}
          onChange={setWidth}
          tabs={[
            { value: 'wide', label: t('looks.wide') },
            { value: 'phone', label: t('looks.phone') },
          ]}
        />
      </div>
      <div className={cx('rounded-card border border-line', width === 'phone' && 'max-w-[340px]')}>
        {payload ? (
          <DiscordMessage payload={payload} sender={sender} names={names} look={look} />
        ) : (
          <p className="p-6 text-center text-muted">{t('empty')}</p>
        )}
      </div>
    </div>
  );
}
