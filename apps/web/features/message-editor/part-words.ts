'use client';

import { useTranslations } from 'next-intl';
import type { Step } from '../../lib/drafts/differences.ts';
import { wordIn } from '../../lib/words/word-in.ts';

export function usePartWords(): (path: readonly Step[]) => readonly string[] {
  const t = useTranslations('message-editor');
  const part = (key: string) => wordIn(t, `parts.${key}`) ?? key;
  return ([outer, ...path]) => {
    if (outer === 'embed') return [t('editor.card'), ...ofCard(path)];
    if (outer === 'webhook') return [t('editor.identity'), ...path.map((step) => webhookPart(String(step)))];
    if (outer === 'buttons') return ofButtons(path);
    return outer === undefined ? [] : [part(String(outer))];
  };

  function ofButtons([place, ...path]: readonly Step[]): readonly string[] {
    if (typeof place !== 'number') return [t('editor.buttons')];
    return [t('list.button', { place: place + 1 }), ...path.map((step) => part(buttonParts[step] ?? `${step}`))];
  }
  function ofCard([step, place, inner]: readonly Step[]): readonly string[] {
    if (step === undefined) return [];
    if (step !== 'fields' || typeof place !== 'number') return [part(step === 'url' ? 'titleUrl' : String(step))];
    return [
      t('list.field', { place: place + 1 }),
      ...(inner === undefined ? [] : [part(fieldParts[inner] ?? `${inner}`)]),
    ];
  }
  function webhookPart(step: string): string {
    return step === 'enabled' ? t('editor.ownIdentity') : part(step);
  }
}

const buttonParts: Readonly<Record<Step, string>> = {
  title: 'buttonTitle',
  url: 'buttonUrl',
  emojiUnicodeOrId: 'buttonEmoji',
};
const fieldParts: Readonly<Record<Step, string>> = { name: 'fieldName', value: 'fieldValue' };
