'use client';

import { type Creator, creatorLimits } from '@tally/contract/creators/calls';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Picker, type PickerGroup } from '../../../ui/fields/picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { allNames } from '../../notifications/api.ts';
import { shownName } from '../../notifications/shown-name.ts';
import { type CreatorDraft, type Member, memberKey, memberOf, takenBy, withMember, withoutMember } from './draft-of.ts';

interface MembersProps {
  serverId: ServerId;
  creators: readonly Creator[];
  opened: Creator | 'new';
  draft: CreatorDraft;
  problem: string | undefined;
  onChange: (to: (now: CreatorDraft) => CreatorDraft) => void;
}

/** The channels of one person, chosen among those whom the server follows. */
export function Members({ serverId, creators, opened, draft, problem, onChange }: MembersProps) {
  const t = useTranslations('creators.members');
  const { groups, members, nameOf } = useChoices({ serverId, creators, opened, draft });
  const isFull = draft.channels.length >= creatorLimits.channels;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-body">{t('title')}</legend>
      {draft.channels.length > 0 && (
        <ul className="mb-2 overflow-hidden rounded-card border border-line">
          {draft.channels.map((member) => (
            <li
              key={memberKey(member)}
              className="flex min-h-11 items-center gap-3 border-b border-line ps-3 pe-1 last:border-b-0"
            >
              <PlatformNotch platform={member.platform} />
              <bdi className="min-w-0 truncate">{nameOf(member)}</bdi>
              <span className="text-muted text-small">{platformNames[member.platform]}</span>
              <IconButton
                className="ms-auto"
                label={t('remove', { name: nameOf(member), platform: platformNames[member.platform] })}
                onClick={() => onChange((now) => withoutMember(now, member))}
              >
                <Icon of={X} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={t('add')}
        words={{ placeholder: t('add'), search: t('search'), empty: t('empty') }}
        groups={groups}
        most={MOST_SHOWN}
        value={null}
        disabled={isFull}
        isInvalid={problem !== undefined}
        onChange={(key) => {
          const member = key === null ? undefined : members.get(key);
          if (member) onChange((now) => withMember(now, member, nameOf(member)));
        }}
      />
      {problem !== undefined ? (
        <p role="alert" className="mt-1.5 text-red text-small">
          {problem}
        </p>
      ) : (
        <p className="mt-1.5 text-muted text-small">
          {isFull ? t('full', { limit: creatorLimits.channels }) : t('hint')}
        </p>
      )}
    </fieldset>
  );
}

/** Longer lists are not readable; typing finds the others. */
const MOST_SHOWN = 60;

/** All followed streamers who are not chosen yet. One of another creator shows that creator's name. */
function useChoices({ serverId, creators, opened, draft }: Omit<MembersProps, 'problem' | 'onChange'>) {
  const t = useTranslations('creators.members');
  const lists = useQueries({
    queries: allNames(serverId),
    combine: (results) => results.map((result) => result.data ?? []),
  });
  return useMemo(() => {
    const taken = takenBy(creators, opened);
    const chosen = new Set(draft.channels.map(memberKey));
    const members = new Map<string, Member>();
    const names = new Map<string, string>();
    const groups = platforms.flatMap((platform, index): PickerGroup[] => {
      const items = (lists[index] ?? []).flatMap((streamer) => {
        const member = memberOf(streamer);
        const key = memberKey(member);
        names.set(key, shownName(streamer));
        if (chosen.has(key)) return [];
        members.set(key, member);
        const other = taken.get(key);
        return {
          value: key,
          label: shownName(streamer),
          alias: streamer.streamerUserName,
          icon: <PlatformNotch platform={platform} />,
          ...(other === undefined ? {} : { disabled: true, note: t('taken', { creator: other }) }),
        };
      });
      return items.length > 0 ? [{ value: platformNames[platform], items }] : [];
    });
    return { groups, members, nameOf: (member: Member) => names.get(memberKey(member)) ?? member.streamerUserName };
  }, [lists, creators, opened, draft.channels, t]);
}
