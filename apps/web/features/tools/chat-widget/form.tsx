'use client';

import type { ChatPlatform } from '@tally/contract/chat-widget/calls';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Fold } from '../../../ui/tool/fold.tsx';
import { applyPreset, type Preset, presets } from './presets.ts';
import { Preview } from './preview.tsx';
import { SettingField } from './setting-field.tsx';
import { defaults, type FieldName, fields, type Settings } from './settings.ts';
import { useChannel } from './use-channel.ts';
import { WidgetAddress } from './widget-address.tsx';

const size: readonly FieldName[] = ['size', 'spacing', 'emoteSize', 'bigEmotes', 'lines', 'flow', 'fade', 'delay'];
const filter: readonly FieldName[] = [
  'bots',
  'except',
  'commands',
  'shared',
  'subs',
  'gifts',
  'raids',
  'users',
  'words',
  'longest',
];
const elsewhere = new Set<FieldName>(['twitch', 'kick', ...size, ...filter]);
const look = (Object.keys(fields) as FieldName[]).filter((name) => !elsewhere.has(name));
const groups = { look, size, filter };

/** Every change updates the preview immediately. Only the URL stores the settings. */
export function WidgetForm({ webUrl }: { webUrl: string }) {
  const t = useTranslations('chat-widget');
  const [settings, setSettings] = useState<Settings>(defaults);
  const shown = useDeferredValue(settings);
  const change = (part: Partial<Settings>) => setSettings((now) => ({ ...now, ...part }));
  const summaryOf = (names: readonly FieldName[]) =>
    names
      .filter((name) => settings[name] !== defaults[name])
      .map((name) => t(`fields.${name}` as 'fields.look'))
      .join(', ') || t('unchanged');
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-6 xl:sticky xl:top-6 xl:order-2">
        <Preview settings={shown} label={t('preview')} />
        <p className="text-muted text-small">{t('previewHint')}</p>
        <WidgetAddress webUrl={webUrl} settings={settings} />
      </div>
      <form className="grid min-w-0 gap-6" onSubmit={(event) => event.preventDefault()}>
        <Card>
          <CardHeader title={t('channels')} description={t('channelsHint')} />
          <CardBody className="grid gap-4 sm:grid-cols-2">
            {(['twitch', 'kick'] as const).map((platform) => (
              <ChannelField
                key={platform}
                platform={platform}
                onChange={(name) => change({ [platform]: name })}
                read={fields[platform].read}
              />
            ))}
          </CardBody>
        </Card>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 font-semibold">{t('presets')}</legend>
          {(Object.keys(presets) as Preset[]).map((preset) => (
            <Button
              key={preset}
              variant="quiet"
              size="compact"
              onClick={() => setSettings((now) => applyPreset(preset, now, defaults))}
            >
              {t(`preset.${preset}`)}
            </Button>
          ))}
        </fieldset>
        <div className="rounded-panel border border-line bg-surface px-4 [&>:first-child]:border-t-0">
          {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
            <Fold key={group} title={t(`groups.${group}`)} summary={summaryOf(groups[group])}>
              <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
                {groups[group].map((name) => (
                  <SettingField
                    key={name}
                    name={name}
                    value={settings[name]}
                    onChange={(value) => change({ [name]: value })}
                  />
                ))}
              </div>
            </Fold>
          ))}
        </div>
      </form>
    </div>
  );
}

/** Only a valid channel name changes the setting. Otherwise the field keeps the text and shows the problem. */
function ChannelField({
  platform,
  read,
  onChange,
}: {
  platform: ChatPlatform;
  read: (text: string) => string | undefined;
  onChange: (name: string) => void;
}) {
  const [text, setText] = useState('');
  const t = useTranslations('chat-widget');
  const name = read(text) ?? '';
  const channel = useChannel(platform, name);
  const isBad = text.trim() !== '' && name === '';
  const error = isBad ? t('badName') : channel.is === 'unknown' ? t(`noChannel.${platform}`) : undefined;
  return (
    <Field
      label={t(`fields.${platform}`)}
      error={error}
      hint={channel.is === 'found' ? t('foundChannel', { name: channel.name }) : undefined}
    >
      <FieldInput
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value) ?? '');
        }}
      />
    </Field>
  );
}
