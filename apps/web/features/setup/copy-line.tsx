'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { putInClipboard } from '../../lib/browser/clipboard.ts';
import { Input } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** An address to enter in a portal. Without https there is no clipboard, so a click also selects it. */
export function CopyLine({ text }: { text: string }) {
  const t = useTranslations('setup');
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="mb-2 flex gap-2">
      <Input
        readOnly
        dir="ltr"
        value={text}
        aria-label={t('address')}
        onFocus={({ target }) => target.select()}
        className="font-mono"
      />
      <IconButton label={t(isCopied ? 'copied' : 'copy')} onClick={() => void putInClipboard(text).then(setCopied)}>
        <Icon of={isCopied ? Check : Copy} />
      </IconButton>
    </div>
  );
}
