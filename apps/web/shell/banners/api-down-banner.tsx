'use client';

import { TriangleAlert } from 'lucide-react';
import { useApiChecks } from '../../lib/api-health.ts';
import { Icon } from '../../ui/icon.tsx';

/** Shown while the API is down; asked again every five minutes. */
export function ApiDownBanner({
  isDown,
  support,
  words,
}: {
  isDown: boolean;
  support: string | null;
  words: { title: string; text: string; join: string };
}) {
  if (!useApiChecks(isDown)) return null;
  return (
    <div role="alert" className="hatched border-b border-line">
      <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 px-4 py-2 text-center text-small">
        <Icon of={TriangleAlert} className="text-red" />
        <strong className="font-semibold">{words.title}</strong>
        <span className="text-muted">{words.text}</span>
        {support !== null && (
          <a href={support} className="font-semibold underline underline-offset-3">
            {words.join}
          </a>
        )}
      </div>
    </div>
  );
}
