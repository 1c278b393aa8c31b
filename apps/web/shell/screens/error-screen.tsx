'use client';

import { CircleX } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { defaultLocale, type Locale, locales } from '../../i18n/locales.ts';
import { isMissingScript, noteMissingScript } from '../../lib/start/missing-script.ts';
import ar from '../../messages/ar-SA/crash.json';
import en from '../../messages/en-US/crash.json';
import { buttonClass } from '../../ui/button-class.ts';
import { Screen } from '../../ui/screen.tsx';

export interface ErrorScreenProps {
  error: Error & { digest?: string };
  reset: () => void;
}

const never = () => () => {};
const words: Readonly<Record<Locale, typeof en>> = { 'en-US': en, 'ar-SA': ar };
const ownWords = () => words[locales.find((locale) => locale === document.documentElement.lang) ?? defaultLocale];

/**
 * Also shown outside all providers, so it has its own texts. Every page contains it three times (once per error
 * boundary), so it must stay small.
 */
export function ErrorScreen({ error, reset }: ErrorScreenProps) {
  const own = useSyncExternalStore(never, ownWords, () => en);
  useEffect(() => {
    if (isMissingScript(error)) void noteMissingScript();
  }, [error]);
  return (
    <Screen
      icon={CircleX}
      tone="danger"
      title={own.title}
      text={own.text}
      actions={
        <>
          <button type="button" className={buttonClass('primary')} onClick={reset}>
            {own.retry}
          </button>
          <a href="/" className="inline-flex h-control items-center px-3.5 font-semibold text-muted hover:text-text">
            {own.home}
          </a>
        </>
      }
    >
      {error.digest !== undefined && (
        <p className="figures text-faint text-small">
          {own.reference} {error.digest}
        </p>
      )}
    </Screen>
  );
}
