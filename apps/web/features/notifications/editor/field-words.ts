'use client';

import { knownBots } from '@tally/contract/moving/limits';
import type { GiftedSubRole, LeaderBoardSyncRole } from '@tally/contract/notifications/streamer-settings';
import { useTranslations } from 'next-intl';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import type { FieldWords } from '../../../shell/server/values/use-rows.ts';
import { usePartWords } from '../../message-editor/part-words.ts';

/** The labels of a streamer's settings on the page. */
export function useStreamerFields(): FieldWords {
  const t = useTranslations('notifications.editor');
  const boards = useTranslations('leaderboards');
  const nameOf = namesFrom(t);
  const partOf = usePartWords();
  const choices: Readonly<Record<string, (value: string) => string | undefined>> = {
    onEnd: (value) => wordIn(t, `ends.${value}`),
    clipperCategories: (value) => wordIn(t, `clippers.${value}`),
    auditLogKinds: (value) => wordIn(t, `auditLogKinds.${value}`),
    videoKinds: (value) => wordIn(t, `videoKinds.${value}`),
    categoryFilter: (value) => wordIn(t, `filters.${value}`),
    startsAfter: (value) => knownBots[value],
    leaderBoardTypes: (value) => wordIn(boards, `types.${value}`),
  };
  return (field) => {
    const [, type] = messageField.exec(field) ?? [];
    if (type !== undefined) return { name: t('changedMessage', { type: wordIn(t, `types.${type}`) ?? type }), partOf };
    if (field === 'giftedSubRoles') {
      return {
        name: t('fields.giftedSubRoles'),
        asParts: byCount,
        partOf: ([count]) => (count === undefined ? [] : [boards('subs', { count: Number(count) })]),
      };
    }
    if (field === 'leaderBoardSyncRoles') {
      return {
        name: t('fields.leaderBoardSyncRoles'),
        asParts: byPlace,
        partOf: ([board, place]) => [
          ...(board === undefined ? [] : [wordIn(boards, `types.${board}`) ?? String(board)]),
          ...(place === undefined ? [] : [boards('placeNumber', { place: Number(place) })]),
        ],
      };
    }
    return {
      name: nameOf(field) ?? field,
      partOf: ([part]) => (part === 'categories' ? [t('categories')] : []),
      choiceOf: (value) => choices[field]?.(value),
    };
  };
}

/** A message counts as one field in the draft and in the change log. */
const messageField = /^(?:message|customMessages)\.(\w+)$/;

/** Groups lists of roles by purpose, so an added role is one row. */
const byCount = (roles: unknown): unknown =>
  Array.isArray(roles)
    ? Object.fromEntries((roles as GiftedSubRole[]).map(({ giftedSubs, roleId }) => [giftedSubs, roleId]))
    : roles;
const byPlace = (boards: unknown): unknown =>
  Array.isArray(boards)
    ? Object.fromEntries(
        (boards as LeaderBoardSyncRole[]).map(({ type, roles }) => [
          type,
          Object.fromEntries(roles.map(({ position, roleId }) => [position, roleId])),
        ]),
      )
    : boards;
