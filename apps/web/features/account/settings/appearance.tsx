'use client';

import type { CurrentUser, LocaleValue } from '@tally/contract/account/calls';
import { useMutation } from '@tanstack/react-query';
import { Moon, Sun } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { languages } from '../../../i18n/locales.ts';
import { readTheme, setTheme, type Theme } from '../../../shell/layout/first-paint.ts';
import { chooseLanguage } from '../../../shell/layout/language-choice.tsx';
import { SingleKeysSwitch } from '../../../shell/shortcuts/help.tsx';
import { showShortcuts } from '../../../shell/shortcuts/shortcuts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { saveLanguage } from '../api.ts';

export function Appearance({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  const words = useTranslations('shell.shortcuts');
  return (
    <Card>
      <CardHeader title={t('appearance')} description={t('appearanceText')} />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <div>
          <h3 className="mb-1.5 font-semibold text-body">{t('theme')}</h3>
          <ThemeChoice />
        </div>
        <div>
          <h3 className="mb-1.5 font-semibold text-body">{t('language')}</h3>
          <Language me={me} />
        </div>
        <div className="sm:col-span-2">
          <h3 className="font-semibold text-body">{t('keyboard')}</h3>
          <SingleKeysSwitch />
          <Button onClick={showShortcuts}>{words('show')}</Button>
        </div>
      </CardBody>
    </Card>
  );
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

const themes: readonly { value: Theme; icon: typeof Sun }[] = [
  { value: 'dark', icon: Moon },
  { value: 'light', icon: Sun },
];

function ThemeChoice() {
  const t = useTranslations('account');
  const theme = useSyncExternalStore<Theme | null>(watchTheme, readTheme, () => null);
  return (
    <fieldset className="inline-flex rounded-control border border-control p-[3px]" aria-label={t('theme')}>
      {themes.map(({ value, icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          onClick={() => setTheme(value)}
          className={cx(
            'inline-flex h-[28px] items-center gap-2 rounded-[6px] px-3 font-medium transition-colors duration-120 pointer-coarse:h-[38px]',
            theme === value ? 'bg-ink text-on-ink' : 'text-muted hover:text-text',
          )}
        >
          <Icon of={icon} />
          {t(value)}
        </button>
      ))}
    </fieldset>
  );
}

/** The language of the pages, and of the bot's messages to this person. */
function Language({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  const locale = useLocale();
  const save = useMutation(saveLanguage(me.discord.id));
  const choose = (value: LocaleValue) => save.mutate(value, { onSuccess: () => chooseLanguage(value) });
  return (
    <Select
      label={t('language')}
      choices={languages.map((language) => ({ value: language.value, label: language.name }))}
      value={locale}
      onChange={choose}
      disabled={save.isPending}
    />
  );
}
