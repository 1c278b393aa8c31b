'use client';

import { CircleX } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { isMissingScript, noteMissingScript } from '../lib/missing-script.ts';
import ar from '../messages/ar-SA/crash.json';
import en from '../messages/en-US/crash.json';
import { buttonClass } from '../ui/button-class.ts';
import { Screen } from '../ui/screen.tsx';

export interface ErrorScreenProps {
  error: Error & { digest?: string };
  reset: () => void;
}

const never = () => () => {};
const ownWords = () => (document.documentElement.lang.startsWith('ar') ? ar : en);

/**
 * May be shown outside every provider, so it brings its own words. Every page carries it three times (once for each
 * place that can fail), so it must stay small.
 */
export function ErrorScreen({ error, reset }: ErrorScreenProps) {
  const words = useSyncExternalStore(never, ownWords, () => en);
  useEffect(() => {
    if (isMissingScript(error)) void noteMissingScript();
  }, [error]);
  return (
    <Screen
      icon={CircleX}
      tone="danger"
      title={words.title}
      text={words.text}
      actions={
        <>
          <button type="button" className={buttonClass('primary')} onClick={reset}>
            {words.retry}
          </button>
          <a href="/" className="inline-flex h-control items-center px-3.5 font-semibold text-muted hover:text-text">
            {words.home}
          </a>
        </>
      }
    >
      {error.digest !== undefined && (
        <p className="figures text-faint text-small">
          {words.reference} {error.digest}
        </p>
      )}
    </Screen>
  );
}
