'use client';

import { platforms } from '@tally/contract/platforms/words';
import type { ChannelId, RoleId, ServerId, UserId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { platformNames } from '../../lib/words/platform-names.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { Fetching } from '../../shell/fetching.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { otherBotsQuery } from '../../shell/server/other-bots.ts';
import { usePingWarning } from '../../shell/server/ping-warning.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PingPicker } from '../../ui/fields/role-picker.tsx';
import { suggestedChannel } from '../notifications/form/suggested-channel.ts';
import { SelectBox } from '../notifications/list/select-box.tsx';
import {
  applyMove,
  type Candidate,
  type CandidateChange,
  type CandidateState,
  changeMove,
  type Move,
  moveQuery,
  platformChoices,
  removeMove,
} from './api.ts';
import { CandidateLine, Choices } from './candidate-line.tsx';
import { announcing, StartField } from './start-field.tsx';

const groups: readonly CandidateState[] = ['found', 'unsure', 'overLimit', 'followed', 'notFound', 'waiting'];

/** Shows the creators of a list in groups, with their channels. */
export function Preview({ serverId, moveId }: { serverId: ServerId; moveId: string }) {
  const t = useTranslations('moving');
  const query = useQuery(moveQuery(serverId, moveId));
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const change = useMutation(changeMove(useQueryClient(), serverId, moveId));
  const move = query.data;
  if (!move) return <Fetching {...query} className="h-14" rows={6} />;
  const onChange = (...changes: CandidateChange[]) => change.mutate(changes);
  const channelName = (id: string | null) => discord?.channels?.find((each) => each.id === id)?.name;
  const { what, read, of } = move.progress;
  const inGroup = (state: CandidateState) => move.candidates.filter((each) => each.state === state);
  const isRead = move.state !== 'reading';
  const nothing = move.kind === 'file' ? '' : t(`nothing.${move.kind}`);
  const present = groups.filter((state) => inGroup(state).length > 0);
  return (
    <>
      <output className={isRead && present.length > 0 ? 'sr-only' : 'text-muted'}>
        {isRead
          ? present.map((state) => `${t(`groups.${state}`)}: ${inGroup(state).length}`).join(' · ') || nothing
          : t(`progress.${what}`, { read, of })}
      </output>
      {present.map((state) => {
        const own = inGroup(state);
        return (
          <section key={state} aria-label={t(`groups.${state}`)}>
            <GroupHead state={state} own={own} limits={move.limits} onChange={onChange} />
            <ul className="border-line border-t">
              {own.map((candidate) => (
                <CandidateLine
                  key={candidate.candidateId}
                  serverId={serverId}
                  candidate={candidate}
                  channelName={channelName(candidate.channelId)}
                  seenIn={channelName(candidate.example?.channelId ?? null)}
                  onChange={onChange}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {move.leftOut.length > 0 && (
        <details className="rounded-card border border-line px-4 py-3">
          <summary className="cursor-pointer font-semibold">{t('leftOut', { count: move.leftOut.length })}</summary>
          <ul className="mt-2 grid gap-1 text-small">
            {move.leftOut.map(({ line, wrote, reason }) => (
              <li key={`${line} ${wrote}`} className="flex flex-wrap gap-x-2">
                {line > 0 && <span className="text-muted">{t('line', { line })}</span>}
                <bdi className="min-w-0 break-all">{wrote}</bdi>
                <span className="text-muted">{t(`leftOutReasons.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <FollowBar serverId={serverId} move={move} onChange={onChange} />
    </>
  );
}

function GroupHead({
  state,
  own,
  limits,
  onChange,
}: {
  state: CandidateState;
  own: readonly Candidate[];
  limits: Move['limits'];
  onChange: (...changes: CandidateChange[]) => void;
}) {
  const t = useTranslations('moving');
  const taken = own.filter(({ isTaken }) => isTaken).length;
  const nameless = own.filter(({ reason }) => reason === 'noPlatform');
  const full = platforms.filter((platform) => own.some((each) => each.platform === platform));
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 py-1">
      {state === 'found' && (
        <SelectBox
          label={t('takeAll')}
          className="ms-0"
          isOn={taken === own.length}
          isMixed={taken > 0 && taken < own.length}
          onClick={() => onChange(...own.map(({ candidateId }) => ({ candidateId, isTaken: taken < own.length })))}
        />
      )}
      <h2 className="font-semibold text-lead">{t(`groups.${state}`)}</h2>
      <span className="text-muted">{own.length}</span>
      {state === 'overLimit' && (
        <span className="text-muted text-small">
          {full.map((platform) => t('limit', { platform: platformNames[platform], ...limits[platform] })).join(' ')}{' '}
          <Link href="/premium" className="text-text underline">
            {t('plans')}
          </Link>
        </span>
      )}
      {nameless.length > 1 && (
        <>
          <span className="text-muted text-small">{t('allOn')}</span>
          <Choices
            label={t('allOn')}
            choices={platformChoices}
            onChoose={(platform) => onChange(...nameless.map(({ candidateId }) => ({ candidateId, platform })))}
          />
        </>
      )}
    </div>
  );
}

/** Sets the channel for the selected creators, and follows them. */
function FollowBar({
  serverId,
  move,
  onChange,
}: {
  serverId: ServerId;
  move: Move;
  onChange: (...changes: CandidateChange[]) => void;
}) {
  const t = useTranslations('moving');
  const client = useQueryClient();
  const said = useFailureText();
  const query = useQuery(discordDataQuery(serverId, ['channels', 'roles']));
  const apply = useMutation(applyMove(client, serverId, move.moveId));
  const drop = useMutation(removeMove(client, serverId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [role, setRole] = useState<string | null>();
  const bots = useQuery(otherBotsQuery(serverId)).data ?? [];
  const [startChoice, setStart] = useState<UserId | null>();
  const [isTried, setTried] = useState(false);
  const taken = move.candidates.filter(({ isTaken }) => isTaken);
  const bare = taken.filter((each) => each.channelId === null);
  const areMixed = chosen === null && new Set(taken.map((each) => each.channelId)).size > 1;
  const areRolesMixed = role === undefined && new Set(taken.map(({ pingRoleId }) => pingRoleId)).size > 1;
  const suggested = suggestedChannel(query.data?.channels ?? []);
  const channelId = chosen ?? (areMixed ? null : (taken[0]?.channelId ?? suggested));
  const roleId = role === undefined ? (areRolesMixed ? null : (taken[0]?.pingRoleId ?? null)) : role;
  const warning = usePingWarning(query.data, roleId, [channelId]);
  const toAll = (change: Omit<CandidateChange, 'candidateId'>) =>
    onChange(...taken.map(({ candidateId }) => ({ candidateId, ...change })));
  const start = startChoice === undefined ? announcing(taken, bots) : startChoice;
  const isMissing = isTried && channelId === null && bare.length > 0;
  const follow = () => {
    setTried(true);
    if (channelId === null && bare.length > 0) return;
    apply.mutate({
      bare: bare.map(({ candidateId }) => ({
        candidateId,
        channelId: channelId as ChannelId,
        pingRoleId: roleId as RoleId | null,
      })),
      goneUserId: start,
    });
  };
  const late = apply.data?.skipped.filter(({ reason }) => reason === 'notAnswered').length ?? 0;
  return (
    // On a phone, only the buttons stay in view, to leave space for the list.
    <div
      data-floats
      className="contents border-line border-t bg-ground sm:sticky sm:bottom-0 sm:z-10 sm:grid sm:gap-3 sm:py-4 lg:-bottom-6"
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field
          label={t('channel')}
          hint={areMixed ? t('mixedChannels') : undefined}
          error={isMissing ? t('chooseChannel') : undefined}
        >
          <ChannelPicker
            label={t('channel')}
            channels={query.data?.channels ?? []}
            value={channelId}
            onChange={(id) => {
              setChosen(id);
              toAll({ channelId: id as ChannelId | null });
            }}
            disabled={query.isPending}
            isInvalid={isMissing}
          />
        </Field>
        <Field label={t('ping')} hint={areRolesMixed ? t('mixedRoles') : warning}>
          <PingPicker
            label={t('ping')}
            roles={query.data?.roles ?? []}
            value={roleId}
            onChange={(id) => {
              setRole(id);
              toAll({ pingRoleId: id as RoleId | null });
            }}
            disabled={query.isPending}
          />
        </Field>
        <StartField bots={bots} value={start} onChange={setStart} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-line bg-ground max-sm:border-t max-sm:py-3 sm:static">
        {(apply.error || late > 0 || isMissing) && (
          <p role="alert" className={cx('w-full whitespace-pre-line text-red text-small', isMissing && 'sm:hidden')}>
            {isMissing ? t('chooseChannel') : apply.error ? said(apply.error) : t('late', { count: late })}
          </p>
        )}
        <Button isPending={drop.isPending} onClick={() => drop.mutate(move.moveId)}>
          {t('discard')}
        </Button>
        <Button variant="primary" disabled={taken.length === 0} isPending={apply.isPending} onClick={follow}>
          {taken.length === 0 ? t('followNone') : t('follow', { count: taken.length })}
        </Button>
      </div>
    </div>
  );
}
