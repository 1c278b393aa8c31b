'use client';

import type { LocaleValue } from '@tally/contract/account/calls';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { Draft } from '../../../lib/drafts/draft.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { MissingIntents } from '../../../shell/server/missing-intents.tsx';
import { type SettingsForm, useSettingsDraft } from '../../../shell/server/settings-draft.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { languagesQuery } from '../api.ts';
import { brandingAreas, draftOf, type GeneralDraft, isBadDelay, isGeneralDraft, stickyDelay } from './draft-of.ts';
import { useSettingFields } from './field-words.ts';
import { QuietSection } from './quiet-section.tsx';
import { isSameTime } from './quiet-sentence.ts';
import type { ServerSetting } from './server-settings.ts';

const form: SettingsForm<GeneralDraft> = { name: 'general', valueOf: draftOf, isDraft: isGeneralDraft };

/** Below the header that stays. */
const target = 'scroll-mt-20';

/** Everything that holds for the whole server, in one draft. */
export function GeneralSettings({ server, plan }: { server: GuildInfo; plan: React.ReactNode }) {
  const t = useTranslations('servers');
  const edit = useSettingsDraft(server, form, namesFrom(useTranslations('servers.general')));
  const { draft } = edit;
  const fields = useSettingFields();
  const rowsOf = useDraftRows<GeneralDraft>(server.guildId, fields);
  const quiet = draft.value.quietHours;
  // The browser has looked for it before it was there.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card id={'language' satisfies ServerSetting} className={target}>
            <CardHeader title={t('language')} description={t('languageText')} />
            <CardBody>
              <Language value={draft.value.locale} onChange={(locale) => edit.set({ locale })} />
            </CardBody>
          </Card>
          <Card id={'quiet-hours' satisfies ServerSetting} className={target}>
            <CardHeader title={t('general.quietTitle')} description={t('general.quietText')} />
            <CardBody className="pt-2">
              <QuietSection value={quiet} onChange={(next) => edit.set({ quietHours: next })} />
            </CardBody>
          </Card>
          <Card id={'only-overrides' satisfies ServerSetting} className={cx('px-5 py-1.5', target)}>
            <SwitchRow
              label={t('general.onlyOverrides')}
              hint={
                <>
                  {t('general.onlyOverridesHint')}{' '}
                  <Link
                    href={`/dashboard/server/${server.guildId}/overrides`}
                    prefetch={false}
                    className="font-semibold text-text underline underline-offset-2"
                  >
                    {t('general.toOverrides')}
                  </Link>
                </>
              }
              checked={draft.value.ignoreIfNotCatchedByOverride}
              onChange={(next) => edit.set({ ignoreIfNotCatchedByOverride: next })}
            />
          </Card>
          <Card id={'kick-links' satisfies ServerSetting} className={cx('px-5 py-1.5', target)}>
            <SwitchRow
              label={t('general.kickLinks')}
              hint={t('general.kickLinksHint')}
              checked={draft.value.fixKickLinks}
              onChange={(next) => edit.set({ fixKickLinks: next })}
            />
            {draft.value.fixKickLinks && <MissingIntents of="kick-links" />}
          </Card>
          <Card id={'listed' satisfies ServerSetting} className={cx('px-5 py-1.5', target)}>
            <SwitchRow
              label={t('general.listed')}
              hint={t('general.listedHint')}
              checked={draft.value.isListed}
              onChange={(next) => edit.set({ isListed: next })}
            />
          </Card>
          <div id={'sticky-delay' satisfies ServerSetting} className={target}>
            <StickyDelay
              value={draft.value.stickyMessageDelaySeconds}
              onChange={(seconds) => edit.set({ stickyMessageDelaySeconds: seconds })}
            />
          </div>
        </div>
        <div className="grid min-w-0 gap-4">
          {plan}
          <div id={'branding' satisfies ServerSetting} className={target}>
            <Branding server={server} draft={draft} />
          </div>
        </div>
      </div>
      <DraftBar
        edit={edit}
        nameOf={(field) => fields(field).name}
        rowsOf={rowsOf}
        hasProblems={
          (quiet !== null && quiet.enabled && isSameTime(quiet)) || isBadDelay(draft.value.stickyMessageDelaySeconds)
        }
      />
    </>
  );
}

function Language({ value, onChange }: { value: LocaleValue; onChange: (value: LocaleValue) => void }) {
  const t = useTranslations('servers');
  const languages = useQuery(languagesQuery()).data ?? [];
  return (
    <div className="max-w-xs">
      <Select
        label={t('language')}
        choices={languages.map((language) => ({ value: language.value as LocaleValue, label: language.name }))}
        value={value}
        onChange={onChange}
        disabled={languages.length === 0}
      />
    </div>
  );
}

/** What a sticky message waits before it comes back, where it has no time of its own. */
function StickyDelay({ value, onChange }: { value: number | null; onChange: (seconds: number | null) => void }) {
  const t = useTranslations('servers.general');
  const { min, max, usual } = stickyDelay;
  return (
    <Card>
      <CardBody>
        <NumberField
          label={t('stickyDelay')}
          hint={t('stickyDelayHint')}
          value={value}
          fallback={usual}
          min={min}
          max={max}
          rangeText={t('range', { min, max })}
          onChange={onChange}
          className="max-w-40"
        />
      </CardBody>
    </Card>
  );
}

function Branding({ server, draft }: { server: GuildInfo; draft: Draft<GeneralDraft> }) {
  const t = useTranslations('servers.general');
  const locked = isLocked(server, 'ManageBranding');
  const off = draft.value.disableBranding;
  return (
    <Card>
      <CardHeader
        title={t('brandingTitle')}
        description={t('brandingText')}
        actions={locked ? <PremiumCrown flag="ManageBranding" /> : undefined}
      />
      <CardBody className="pt-1.5">
        {brandingAreas.map((area) => (
          <SwitchRow
            key={area}
            label={t(`branding.${area}`)}
            checked={!off[area]}
            // Back on is always allowed, also after a plan has lapsed.
            disabled={locked && !off[area]}
            onChange={(isShown) =>
              draft.change('disableBranding', (now) => ({
                ...now,
                disableBranding: { ...now.disableBranding, [area]: !isShown },
              }))
            }
          />
        ))}
      </CardBody>
    </Card>
  );
}
