'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { type Settings, writeSettings } from './settings.ts';

/** Shows the widget's URL and the settings for OBS. */
export function WidgetAddress({ webUrl, settings }: { webUrl: string; settings: Settings }) {
  const t = useTranslations('chat-widget');
  const [copied, setCopied] = useState('');
  const address = `${webUrl}/chat-widget/view?${writeSettings(settings).toString()}`;
  if (settings.twitch === '' && settings.kick === '') return <p className="text-muted">{t('address.none')}</p>;
  return (
    <div className="grid gap-2">
      <label className="font-semibold" htmlFor="widget-address">
        {t('address.label')}
      </label>
      <Input id="widget-address" readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(address))}
        >
          {t(copied === address ? 'address.copied' : 'address.copy')}
        </Button>
        <a className={buttonClass('quiet')} href={address} target="_blank" rel="noreferrer">
          {t('address.open')}
        </a>
        {copied === address && (
          <a className={buttonClass('ghost')} href="#into-obs">
            {t('address.next')}
          </a>
        )}
      </div>
    </div>
  );
}
