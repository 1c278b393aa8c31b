'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../../lib/start/built-pages.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { type RecordEdit, useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { refreshRoom, saveMediaShare } from '../api.ts';
import { Waiting } from '../waiting.tsx';
import { CommandsCard } from './commands-card.tsx';
import { bodyOf, hasProblems, isSettingsDraft, type SettingsDraft, storedOf } from './draft-of.ts';
import { useMediaFields } from './field-words.ts';
import { LimitsCard } from './limits-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PlaybackCard } from './playback-card.tsx';
import { RequestsCard } from './requests-card.tsx';

/** What the owner decides about the room, in one draft. */
export function SettingsTab({ userId, room }: { userId: UserId; room: MediaRoom }) {
  const me = useQuery(meQuery());
  if (!me.data)
    return (
      <Fetching {...me}>
        <Waiting />
      </Fetching>
    );
  return <SettingsForm userId={userId} room={room} me={me.data} />;
}

export type SettingsEdit = RecordEdit<SettingsDraft>;

function SettingsForm({ userId, room, me }: { userId: UserId; room: MediaRoom; me: CurrentUser }) {
  const t = useTranslations('media-sharing.settings');
  const client = useQueryClient();
  const share = me.database.mediaShare;
  const edit: SettingsEdit = useRecordDraft<SettingsDraft>({
    name: `${userId} media-sharing`,
    stored: storedOf(share),
    isDraft: isSettingsDraft,
    nameOf: namesFrom(t),
    async send(change) {
      const sentence = await saveMediaShare(userId, bodyOf(change));
      await Promise.all([client.invalidateQueries({ queryKey: meQuery().queryKey }), refreshRoom(client, userId)]);
      return sentence;
    },
    fetchStored: async () => storedOf((await client.fetchQuery({ ...meQuery(), staleTime: 0 })).database.mediaShare),
  });
  const fields = useMediaFields();
  const rowsOf = useDraftRows<SettingsDraft>(null, fields);
  const helpers = share?.modList.length ?? 0;
  const team = `/dashboard/user/${userId}/teams`;
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card className="px-5 py-1.5">
            <SwitchRow
              label={t('fields.enabled')}
              hint={t('enabledHint')}
              checked={edit.draft.value.enabled}
              onChange={(enabled) => edit.set({ enabled })}
            />
          </Card>
          <RequestsCard edit={edit} />
          <LimitsCard edit={edit} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PlaybackCard edit={edit} userId={userId} volume={room.volume} />
          <CommandsCard edit={edit} />
          <PasswordCard userId={userId} hasPassword={share?.hasPassword ?? false} />
          <Card>
            <CardHeader title={t('helpers')} description={t('helpersText', { count: helpers })} />
            <CardBody>{isBuilt(team) && <ButtonLink href={team}>{t('toTeam')}</ButtonLink>}</CardBody>
          </Card>
        </div>
      </div>
      <DraftBar
        edit={edit}
        nameOf={(field) => fields(field).name}
        rowsOf={rowsOf}
        hasProblems={hasProblems(edit.draft.value)}
      />
    </>
  );
}
