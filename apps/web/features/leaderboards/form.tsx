'use client';

import type { LeaderBoardSyncRole } from '@tally/contract/notifications/streamer-settings';
import type { DiscordGuildData, GuildInfo } from '@tally/contract/servers/calls';
import { type LeaderBoardType, leaderBoardTypes } from '@tally/contract/wire/enums';
import type { RoleId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/fields/checkbox.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type BoardAddress, leaderboardsQuery, postLeaderboard } from './api.ts';
import { Standings } from './list.tsx';

const PLACES = 10;

export interface BoardFormProps {
  readonly address: BoardAddress;
  readonly server: GuildInfo | undefined;
  readonly discord: DiscordGuildData | undefined;
  /** The channel field, which the editor provides. */
  readonly channelField: ReactNode;
  readonly types: readonly LeaderBoardType[];
  readonly onTypes: (types: LeaderBoardType[]) => void;
  readonly roles: readonly LeaderBoardSyncRole[];
  readonly onRoles: (roles: LeaderBoardSyncRole[]) => void;
}

/** The gifted-subs section in the editor of a Kick streamer. */
export function LeaderboardForm(props: BoardFormProps) {
  const t = useTranslations('leaderboards');
  const { address, server, types, onTypes } = props;
  return (
    <div className="grid gap-6">
      <Standings address={address} types={types} />
      <div className="grid gap-3">
        {isLocked(server, 'RefreshingLeaderboard') && <PremiumCrown flag="RefreshingLeaderboard" />}
        {props.channelField}
        <Checkboxes
          title={t('which')}
          values={leaderBoardTypes}
          chosen={types}
          labelOf={(type) => t(`types.${type}`)}
          onChange={onTypes}
        >
          <p className="text-muted text-small">{t('whichHint')}</p>
        </Checkboxes>
        <PanelState address={address} />
      </div>
      <div className="grid gap-4">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 font-semibold text-body">
            {t('places')}
            {isLocked(server, 'LeaderBoardSyncRoles') && <PremiumCrown flag="LeaderBoardSyncRoles" />}
          </h3>
          <p className="text-muted text-small">{t('placesHint')}</p>
        </div>
        {leaderBoardTypes.map((type) => (
          <PlaceRoles key={type} {...props} type={type} isOff={isLocked(server, 'LeaderBoardSyncRoles')} />
        ))}
      </div>
    </div>
  );
}

/** Shows the state of the message, and a button that posts it again. */
function PanelState({ address }: { address: BoardAddress }) {
  const t = useTranslations('leaderboards');
  const client = useQueryClient();
  const panel = useQuery(leaderboardsQuery(address)).data?.panel;
  const post = useCreate({
    ...postLeaderboard(client, address),
    onSuccess: (sentence) => void toast('success', { title: sentence }),
  });
  if (!panel) return <p className="text-muted text-small">{t('save')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isPending={post.isPending} onClick={() => post.mutate()}>
        {t('post')}
      </Button>
      <p className={panel.pauseReason ? 'text-small text-warn' : 'text-muted text-small'}>
        {panel.pauseReason ? t(`pauses.${panel.pauseReason}`) : t('refreshing')}
      </p>
    </div>
  );
}

function PlaceRoles({
  type,
  roles,
  onRoles,
  discord,
  isOff,
}: BoardFormProps & { type: LeaderBoardType; isOff: boolean }) {
  const t = useTranslations('leaderboards');
  const own = roles.find((each) => each.type === type)?.roles ?? [];
  const set = (next: LeaderBoardSyncRole['roles']) => {
    const others = roles.filter((each) => each.type !== type);
    onRoles(
      next.length === 0 ? others : [...others, { type, roles: next.toSorted((a, b) => a.position - b.position) }],
    );
  };
  const free = Array.from({ length: PLACES }, (_, at) => at + 1).find(
    (n) => !own.some(({ position }) => position === n),
  );
  const add = (position: number, roleId: string) => set([...own, { position, roleId: roleId as RoleId }]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{t(`types.${type}`)}</legend>
      {own.map(({ roleId, position }, at) => (
        <div key={`${position} ${roleId}`} className="flex items-center gap-2">
          <span className="w-20 shrink-0 text-muted text-small">{t('placeNumber', { place: position })}</span>
          <div className="min-w-0 flex-1">
            <GivenRolePicker
              label={`${t(`types.${type}`)}, ${t('placeNumber', { place: position })}`}
              roles={discord?.roles ?? []}
              value={roleId}
              onChange={(id) => set(own.map((each, n) => (n === at ? { ...each, roleId: id as RoleId } : each)))}
              disabled={!discord || isOff}
            />
          </div>
          <IconButton
            icon={X}
            label={t('noRole', { place: position })}
            onClick={() => set(own.filter((_, n) => n !== at))}
          />
        </div>
      ))}
      {free !== undefined && (
        <div className="flex items-center gap-2">
          <span className="flex w-20 shrink-0 items-center gap-1 text-muted text-small">
            <Icon of={Plus} size={14} />
            {t('placeNumber', { place: free })}
          </span>
          <div className="min-w-0 flex-1">
            <GivenRolePicker
              label={`${t('addPlace')}: ${t(`types.${type}`)}, ${t('placeNumber', { place: free })}`}
              roles={discord?.roles ?? []}
              value={null}
              onChange={(id) => id && add(free, id)}
              disabled={!discord || isOff}
            />
          </div>
        </div>
      )}
    </fieldset>
  );
}
