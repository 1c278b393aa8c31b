'use client';

import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button.tsx';

/** Shows templates of a tool as buttons, with a preview of their effect. */
export function Starts<S extends { readonly name: string }>({
  starts,
  onStart,
}: {
  starts: readonly S[];
  onStart: (start: S) => void;
}) {
  const t = useTranslations('servers.tool');
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <span className="text-muted">{t('startFrom')}</span>
      {starts.map((start) => (
        <Button key={start.name} size="compact" onClick={() => onStart(start)}>
          {start.name}
        </Button>
      ))}
    </div>
  );
}
