'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { RecordEdit } from '../../../shell/drafts/use-record-draft.ts';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { MissingIntents } from '../../../shell/server/missing-intents.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { type GeneralDraft, stickyDelay } from './draft-of.ts';
import { QuietSection } from './quiet-section.tsx';
import { target } from './target.ts';

export function NotificationsTab({ server, edit }: { server: GuildInfo; edit: RecordEdit<GeneralDraft> }) {
  const t = useTranslations('servers.general');
  const { quietHours, ignoreIfNotCatchedByOverride, fixKickLinks, stickyMessageDelaySeconds } = edit.draft.value;
  const { min, max, usual } = stickyDelay;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card {...target('quiet-hours')}>
        <CardHeader title={t('quietTitle')} description={t('quietText')} />
        <CardBody className="pt-2">
          <QuietSection value={quietHours} onChange={(next) => edit.set({ quietHours: next })} />
        </CardBody>
      </Card>
      <div className="grid min-w-0 gap-4">
        <NewStreamers server={server} edit={edit} />
        <Card {...target('only-overrides', 'px-5 py-1.5')}>
          <SwitchRow
            label={t('onlyOverrides')}
            hint={
              <>
                {t('onlyOverridesHint')}{' '}
                <Link
                  href={`/dashboard/server/${server.guildId}/overrides`}
                  prefetch={false}
                  className="font-semibold text-text underline underline-offset-2"
                >
                  {t('toOverrides')}
                </Link>
              </>
            }
            checked={ignoreIfNotCatchedByOverride}
            onChange={(next) => edit.set({ ignoreIfNotCatchedByOverride: next })}
          />
        </Card>
        <Card {...target('kick-links', 'px-5 py-1.5')}>
          <SwitchRow
            label={t('kickLinks')}
            hint={t('kickLinksHint')}
            checked={fixKickLinks}
            onChange={(next) => edit.set({ fixKickLinks: next })}
          />
          {fixKickLinks && <MissingIntents of="kick-links" />}
        </Card>
        <Card {...target('sticky-delay')}>
          <CardBody>
            <NumberField
              label={t('stickyDelay')}
              hint={t('stickyDelayHint')}
              value={stickyMessageDelaySeconds}
              unit="seconds"
              fallback={usual}
              min={min}
              max={max}
              rangeText={t('range', { min, max })}
              onChange={(seconds) => edit.set({ stickyMessageDelaySeconds: seconds })}
              className="max-w-40"
            />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}

/** Sets the default channel for new streamers. */
function NewStreamers({ server, edit }: { server: GuildInfo; edit: RecordEdit<GeneralDraft> }) {
  const t = useTranslations('servers.general');
  const { channels = [], roles = [] } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const { newStreamerChannelId, newStreamerPingRoleId } = edit.draft.value;
  return (
    <Card {...target('new-streamers')}>
      <CardHeader title={t('newStreamers')} description={t('newStreamersText')} />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('fields.newStreamerChannelId')}
          aside={
            newStreamerChannelId && (
              <Button size="compact" variant="ghost" onClick={() => edit.set({ newStreamerChannelId: null })}>
                {t('noDefault')}
              </Button>
            )
          }
        >
          <ChannelPicker
            label={t('fields.newStreamerChannelId')}
            channels={channels}
            value={newStreamerChannelId}
            onChange={(id) => edit.set({ newStreamerChannelId: id as ChannelId | null })}
          />
        </Field>
        <Field label={t('fields.newStreamerPingRoleId')}>
          <PingPicker
            label={t('fields.newStreamerPingRoleId')}
            roles={roles}
            value={newStreamerPingRoleId}
            onChange={(id) => edit.set({ newStreamerPingRoleId: id as RoleId | null })}
          />
        </Field>
      </CardBody>
    </Card>
  );
}
