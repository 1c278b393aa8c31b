'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import type { FieldWords } from '../../../shell/server/values/use-rows.ts';
import { wordsIn } from './draft-of.ts';

/** The labels of the media sharing settings, by field name in the draft and the API. */
export function useMediaFields(): FieldWords {
  const t = useTranslations('media-sharing');
  const nameOf = namesFrom(useTranslations('media-sharing.settings'));
  return (field) => {
    const name = nameOf(field) ?? field;
    switch (field) {
      case 'modes':
        return { name, choiceOf: (value) => wordIn(t, `kinds.${value}`) };
      case 'approval':
        return { name, choiceOf: (value) => wordIn(t, `settings.approvals.${value}`) };
      case 'bannedWords':
        return { name, asParts: (lines) => (typeof lines === 'string' ? wordsIn(lines) : lines) };
      case 'permissions':
        return {
          name,
          asParts: byCommand,
          partOf: (path) => path.map((step) => chats[String(step)] ?? String(step)),
          choiceOf: (value) => wordIn(t, `settings.levels.${value}`),
        };
      default:
        return { name };
    }
  };
}

const chats: Readonly<Record<string, string>> = { onKick: platformNames.kick, onTwitch: platformNames.twitch };

/** Splits the permissions into one part per command. */
const byCommand = (permissions: unknown): unknown =>
  Array.isArray(permissions)
    ? Object.fromEntries(
        (permissions as { readonly command: string }[]).map(({ command, ...levels }) => [command, levels]),
      )
    : permissions;
