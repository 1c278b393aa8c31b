'use client';

import { type Creator, creatorLimits } from '@tally/contract/creators/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { FollowedField } from '../../../shell/streamers/followed-field.tsx';
import { useFollowed } from '../../../shell/streamers/use-followed.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
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

/** Selects the channels of one person from the server's streamers. */
export function Members({ serverId, creators, opened, draft, problem, onChange }: MembersProps) {
  const t = useTranslations('creators.members');
  const followed = useFollowed(serverId);
  const names = new Map([...followed.values()].map((each) => [memberKey(memberOf(each)), shownName(each)]));
  const nameOf = (member: Member) => names.get(memberKey(member)) ?? member.streamerUserName;
  const taken = takenBy(creators, opened);
  const chosen = new Set(draft.channels.map(memberKey));
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
                icon={X}
                className="ms-auto"
                label={t('remove', { name: nameOf(member), platform: platformNames[member.platform] })}
                onClick={() => onChange((now) => withoutMember(now, member))}
              />
            </li>
          ))}
        </ul>
      )}
      <FollowedField
        serverId={serverId}
        label={t('add')}
        hint={isFull ? t('full', { limit: creatorLimits.channels }) : t('hint')}
        error={problem}
        isReadOnly={isFull}
        isHidden={(streamer) => chosen.has(memberKey(memberOf(streamer)))}
        noteOf={(streamer) => {
          const other = taken.get(memberKey(memberOf(streamer)));
          return other === undefined ? null : { text: t('taken', { creator: other }), isOff: true };
        }}
        onTake={(streamer) => onChange((now) => withMember(now, memberOf(streamer), shownName(streamer)))}
      />
    </fieldset>
  );
}
