'use client';

import { useLocale, useTranslations } from 'next-intl';
import { date, duration } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { usualEmoji } from './emoji-field.tsx';
import type { FormProps } from './parts.tsx';

const MINUTE_MS = 60_000;

/** Summarizes the settings of each closed row in a few words. */
export function useSummaries({
  draft,
  discord,
  hasCodeword,
}: Pick<FormProps, 'draft' | 'discord'> & { hasCodeword: boolean }): Record<
  'needs' | 'entries' | 'claim' | 'message',
  string
> {
  const t = useTranslations('giveaways.summary');
  const fields = useTranslations('giveaways.fields');
  const locale = useLocale();
  const nameOf = (id: string) => {
    const role = discord?.roles?.find((each) => each.id === id);
    return isolated(role ? `@${role.name}` : fields('goneRole'));
  };
  const roles = (ids: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(ids.map((id) => nameOf(id)));
  const day = (text: string) => isolated(date(new Date(`${text}T00:00`), locale));
  const joined = (parts: readonly (string | false | null)[], empty: string) =>
    parts.filter((part) => typeof part === 'string').join(' · ') || empty;

  const { filterRoles, needRoles, accountCreatedBefore, joinedServerBefore, messageCount, linkedPlatform } = draft;
  const needs = [
    filterRoles.length > 0 && t(draft.roleMode === 'whitelist' ? 'only' : 'not', { roles: roles(filterRoles) }),
    accountCreatedBefore !== '' && t('account', { date: day(accountCreatedBefore) }),
    joinedServerBefore !== '' && t('joined', { date: day(joinedServerBefore) }),
    draft.boostingServer && t('boost'),
    needRoles.length > 0 && t('role', { roles: roles(needRoles) }),
    linkedPlatform !== null && t('linked', { platform: platformNames[linkedPlatform] }),
    messageCount !== null && t('messages', { count: messageCount }),
  ].filter((need) => need !== false);
  const { bypassRequirementsRoles: free } = draft;
  const isAsked = draft.codeword === null ? hasCodeword : draft.codeword.trim() !== '';
  const emoji = /^\d+$/.test(draft.emojiUnicodeOrId) ? t('ownEmoji') : draft.emojiUnicodeOrId || usualEmoji;
  return {
    needs: joined(
      [
        ...needs,
        needs.length > 0 && free.length > 0 && t('bypass', { roles: roles(free) }),
        isAsked && t('codeword'),
        draft.askSum && t('sum'),
      ],
      t('everybody'),
    ),
    entries: joined(
      [
        draft.mode === 'drop' && t('drop'),
        ...draft.roleBonuses.flatMap(({ roles: ids, additionalEntries: more }) =>
          ids.length > 0 && more !== null ? t('bonus', { roles: roles(ids), more }) : [],
        ),
        draft.maxEntries !== null && t('limit', { people: draft.maxEntries }),
      ],
      t('oneEach'),
    ),
    claim: joined(
      [
        draft.claimMinutes !== null && t('within', { time: duration(draft.claimMinutes * MINUTE_MS, locale, 'long') }),
        draft.winnerRoleId !== null && t('gets', { role: nameOf(draft.winnerRoleId) }),
      ],
      t('noClaim'),
    ),
    message: joined(
      [
        `${isolated(draft.buttonLabel || fields('buttonUsual'))} ${emoji}`,
        draft.description.trim() !== '' && t('description'),
        draft.image.trim() !== '' && t('picture'),
        draft.mentionRole !== null && t('pings', { role: nameOf(draft.mentionRole) }),
        draft.listed && t('listed'),
      ],
      '',
    ),
  };
}
