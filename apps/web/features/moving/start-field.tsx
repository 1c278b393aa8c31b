'use client';

import type { OtherBot } from '@tally/contract/moving/calls';
import type { UserId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { isolated } from '../../lib/words/mentions.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import type { Candidate } from './api.ts';

const NOW = 'now';

/** Returns the server's bot that announces most of these creators, or null for a list. */
export function announcing(taken: readonly Candidate[], bots: readonly OtherBot[]): UserId | null {
  const counts = bots.map(({ userId }) => ({
    userId,
    creators: taken.filter(({ botUserId }) => botUserId === userId).length,
  }));
  const [first] = counts.filter(({ creators }) => creators > 0).sort((one, other) => other.creators - one.creators);
  return first?.userId ?? null;
}

/** Chooses when messages start: now, or after a bot that announces the same creators has left. */
export function StartField({
  bots,
  value,
  onChange,
}: {
  bots: readonly OtherBot[];
  value: UserId | null;
  onChange: (botId: UserId | null) => void;
}) {
  const t = useTranslations('moving.start');
  const chosen = bots.find(({ userId }) => userId === value);
  if (bots.length === 0) return null;
  return (
    <Field
      label={t('label')}
      hint={chosen ? t('whenGoneHint', { bot: isolated(chosen.name) }) : t('nowHint')}
      className="sm:max-lg:col-span-2"
    >
      <Select
        label={t('label')}
        value={value ?? NOW}
        onChange={(choice) => onChange(choice === NOW ? null : choice)}
        choices={[
          { value: NOW, label: t('now') },
          ...bots.map(({ userId, name }) => ({ value: userId, label: t('whenGone', { bot: isolated(name) }) })),
        ]}
      />
    </Field>
  );
}
