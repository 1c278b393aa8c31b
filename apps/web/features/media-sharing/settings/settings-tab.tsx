'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { isBuilt } from '../../../lib/start/built-pages.ts';
import { fullCount } from '../../../lib/words/format.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { type RecordEdit, useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Fold } from '../../../ui/tool/fold.tsx';
import { refreshRoom, saveMediaShare } from '../api.ts';
import { Waiting } from '../waiting.tsx';
import { CommandSettings } from './commands.tsx';
import { bodyOf, hasProblems, isSettingsDraft, type SettingsDraft, storedOf } from './draft-of.ts';
import { useMediaFields } from './field-words.ts';
import { LimitSettings } from './limits.tsx';
import { PasswordSettings } from './password.tsx';
import { PlaybackSettings } from './playback.tsx';
import { Presets } from './presets-field.tsx';
import { RequestSettings } from './requests.tsx';
import { useMediaSummaries } from './summaries.ts';

/** The owner's settings for the room, as one draft. */
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
  const locale = useLocale();
  const summaries = useMediaSummaries(edit.draft.value, room.volume);
  const helpers = share?.modList.length ?? 0;
  const team = `/dashboard/user/${userId}/teams`;
  return (
    <>
      <div className="grid max-w-3xl gap-4">
        <Card className="px-5 py-1.5">
          <SwitchRow
            label={t('fields.enabled')}
            hint={t('enabledHint')}
            checked={edit.draft.value.enabled}
            onChange={(enabled) => edit.set({ enabled })}
          />
        </Card>
        <Presets edit={edit} />
        <Card className="px-5 pt-4">
          <h2 className="mb-1 font-semibold text-lead">{t('details')}</h2>
          <Fold title={t('general')} summary={summaries.requests}>
            <RequestSettings edit={edit} />
          </Fold>
          <Fold title={t('limits')} summary={summaries.limits}>
            <LimitSettings edit={edit} />
          </Fold>
          <Fold title={t('playback')} summary={summaries.playback}>
            <PlaybackSettings edit={edit} userId={userId} volume={room.volume} />
          </Fold>
          <Fold title={t('commands')} summary={summaries.commands}>
            <CommandSettings edit={edit} />
          </Fold>
          <Fold title={t('passwordRow')} summary={t(share?.hasPassword ? 'passwordSet' : 'passwordNone')}>
            <PasswordSettings userId={userId} hasPassword={share?.hasPassword ?? false} />
          </Fold>
          <Fold title={t('helpers')} summary={fullCount(helpers, locale)}>
            <p className="mb-3 text-muted">{t('helpersText', { count: helpers })}</p>
            {isBuilt(team) && <ButtonLink href={team}>{t('toTeam')}</ButtonLink>}
          </Fold>
        </Card>
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
