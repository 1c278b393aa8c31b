'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { RecordEdit } from '../../../shell/drafts/use-record-draft.ts';
import { MissingIntents } from '../../../shell/server/missing-intents.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
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
