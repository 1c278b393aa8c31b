'use client';

import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { type EditedEmbed, type EditedMessage, emptyEmbed } from '../editor/body.ts';

/** A message to start from. Null: the standard one. */
export interface Start<S extends object> {
  readonly name: string;
  readonly message: EditedMessage | null;
  /** Settings that belong to it. */
  readonly settings: Partial<S>;
}

export const textStart = (content: string, embed: Partial<EditedEmbed> | null = null): EditedMessage => ({
  content,
  embed: embed && { ...emptyEmbed, ...embed },
  buttons: [],
  webhook: null,
});

/** Messages to start from, as buttons. The preview shows what each of them does. */
export function Starts<S extends object>({
  starts,
  onStart,
}: {
  starts: readonly Start<S>[];
  onStart: (start: Start<S>) => void;
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
