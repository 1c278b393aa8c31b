'use client';

import { TriangleAlert, WifiOff } from 'lucide-react';
import { useOnline } from '../../lib/browser/use-online.ts';
import { useApiChecks } from '../../lib/proxy/api-health.ts';
import { Icon } from '../../ui/icon.tsx';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** Shown while this device is offline or the API is down, which is checked every five minutes. */
export function ApiDownBanner({
  isDown,
  support,
  words,
  offline,
}: {
  isDown: boolean;
  support: string | null;
  words: Words & { join: string };
  offline: Words;
}) {
  const isOnline = useOnline();
  const isApiDown = useApiChecks(isDown);
  if (isOnline && !isApiDown) return null;
  const { title, text } = isOnline ? words : offline;
  return (
    <div role="alert" className="hatched border-b border-line">
      <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 px-4 py-2 text-center text-small">
        <Icon of={isOnline ? TriangleAlert : WifiOff} className={isOnline ? 'text-red' : 'text-warn'} />
        <strong className="font-semibold">{title}</strong>
        <span className="text-muted">{text}</span>
        {isOnline && support !== null && (
          <a href={support} className="font-semibold underline underline-offset-3">
            {words.join}
          </a>
        )}
      </div>
    </div>
  );
}
