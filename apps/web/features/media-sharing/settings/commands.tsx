'use client';

import {
  type MediaShareCommand,
  type MediaSharePermission,
  mediaShareCommands,
} from '@tally/contract/media-sharing/settings';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { cx } from '../../../ui/cx.ts';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { type ChatName, isBadPrefix, toggled } from './draft-of.ts';
import type { SettingsEdit } from './settings-tab.tsx';

const chats = [
  { chat: 'onKick', platform: 'kick' },
  { chat: 'onTwitch', platform: 'twitch' },
] as const;
const levels = ['everyone', 'sub', 'vip', 'mod'] as const satisfies MediaSharePermission[];

/** Sets who may use each command in each chat. */
export function CommandSettings({ edit }: { edit: SettingsEdit }) {
  const t = useTranslations('media-sharing.settings');
  const { prefix } = edit.draft.value;
  const [chat, choose] = useState<ChatName>('onKick');
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('permissionsText')}</p>
      <Field label={t('fields.prefix')} error={isBadPrefix(prefix) ? t('prefixBad') : undefined}>
        <FieldInput
          value={prefix}
          dir="ltr"
          maxLength={20}
          autoComplete="off"
          className="max-w-24"
          onChange={({ target }) => edit.set({ prefix: target.value })}
        />
      </Field>
      <div>
        <h3 className="font-semibold">{t('fields.permissions')}</h3>
        <Tabs
          label={t('fields.permissions')}
          value={chat}
          onChange={choose}
          tabs={chats.map((each) => ({ value: each.chat, label: platformNames[each.platform] }))}
        >
          {chats.map((each) => (
            <TabPanel key={each.chat} value={each.chat}>
              <ul>
                {mediaShareCommands.map((command) => (
                  <CommandRow key={command} edit={edit} command={command} {...each} />
                ))}
              </ul>
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </div>
  );
}

function CommandRow({
  edit,
  command,
  chat,
  platform,
}: {
  edit: SettingsEdit;
  command: MediaShareCommand;
  chat: ChatName;
  platform: 'kick' | 'twitch';
}) {
  const t = useTranslations('media-sharing.settings');
  const { permissions, prefix } = edit.draft.value;
  const chosen = permissions.find((each) => each.command === command)?.[chat] ?? [];
  const isOpen = chosen.includes('everyone');
  const isClosed = levels.every((level) => !chosen.includes(level));
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code dir="ltr" className="figures font-semibold">
          {prefix}
          {command}
        </code>
        <span className="text-muted text-small">{t(`does.${command}`)}</span>
      </p>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">{t('mayOn', { command, platform: platformNames[platform] })}</legend>
        {levels.map((level) => {
          const isImplied = isOpen && level !== 'everyone';
          const isOn = chosen.includes(level);
          return (
            <button
              key={level}
              type="button"
              aria-pressed={isOn || isImplied}
              disabled={isImplied}
              onClick={() => edit.set({ permissions: toggled(permissions, { command, chat, level }) })}
              className={cx(
                'h-[34px] rounded-full border px-3 text-small transition-colors duration-120 pointer-coarse:h-11',
                isOn || isImplied ? 'border-ink bg-ink text-on-ink' : 'border-control text-muted hover:text-text',
                isImplied && 'opacity-50',
              )}
            >
              {t(`levels.${level}`)}
            </button>
          );
        })}
        {isClosed && <span className="text-muted text-small">{t('levels.nobody')}</span>}
      </fieldset>
    </li>
  );
}
