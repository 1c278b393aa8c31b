'use client';

import { queryPlaces } from '@tally/contract/overrides/bodies';
import { platforms } from '@tally/contract/platforms/words';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import type { FieldErrors } from '../field-errors.ts';
import { Choices } from './choices.tsx';
import { actionsFor, outcomeOf, pingsNobody, publishingOf, type RuleDraft } from './draft-of.ts';
import { MOST_MINUTES } from './problems.ts';

interface FormProps {
  server: GuildInfo;
  draft: RuleDraft;
  errors: FieldErrors;
  onChange: (change: Partial<RuleDraft>) => void;
}

export function RuleForm(props: FormProps) {
  const { draft, errors, onChange } = props;
  const t = useTranslations('overrides');
  return (
    <div className="grid gap-5">
      <Choices
        label={t('fields.applyTo')}
        hint={t('fields.applyToHint')}
        choices={platforms.map((platform) => ({
          value: platform,
          label: platformNames[platform],
          icon: <PlatformNotch platform={platform} />,
        }))}
        value={draft.applyTo}
        onChange={(applyTo) => onChange({ applyTo })}
      />
      <Field label={t('fields.query')} hint={t('fields.queryHint')} error={errors.query}>
        <FieldParts.Control
          render={
            <Textarea
              rows={4}
              dir="auto"
              spellCheck={false}
              value={draft.words}
              onChange={(event) => onChange({ words: event.target.value })}
            />
          }
        />
      </Field>
      <Choices
        label={t('fields.queryIn')}
        hint={t('fields.queryInHint')}
        choices={queryPlaces.map((place) => ({ value: place, label: t(`places.${place}`) }))}
        value={draft.queryIn}
        onChange={(queryIn) => onChange({ queryIn })}
      />
      <Effects {...props} />
      <NumberField
        label={t('fields.durationMinutes')}
        hint={t('fields.durationHint')}
        unit="minutes"
        min={1}
        max={MOST_MINUTES}
        rangeText={errors.durationMinutes ?? t('problems.duration', { limit: MOST_MINUTES })}
        isWrong={errors.durationMinutes !== undefined}
        value={draft.durationMinutes}
        onChange={(durationMinutes) => onChange({ durationMinutes })}
      />
    </div>
  );
}

const outcomes = ['post', 'cancel'] as const;
/** The value of "as set up", which no role has as its id. */
const AS_SET_UP = 'asSetUp';
const publishings = ['asUsual', 'autoPublish', 'dontPublish'] as const;

function Effects({ server, draft, errors, onChange }: FormProps) {
  const t = useTranslations('overrides');
  const outcome = outcomeOf(draft);
  const mayPublish = !isLocked(server, 'AllowAutoPublishNotifications');
  return (
    <>
      <Field label={t('fields.outcome')} error={errors.actions}>
        <Select
          label={t('fields.outcome')}
          value={outcome}
          onChange={(next) => onChange({ actions: actionsFor(next, publishingOf(draft), pingsNobody(draft)) })}
          choices={outcomes.map((each) => ({ value: each, label: t(`outcomes.${each}`) }))}
        />
      </Field>
      {outcome === 'post' && (
        <>
          <Where server={server} draft={draft} errors={errors} onChange={onChange} />
          <Field
            label={t('fields.publish')}
            aside={mayPublish ? undefined : <PremiumCrown flag="AllowAutoPublishNotifications" />}
          >
            <Select
              label={t('fields.publish')}
              value={publishingOf(draft)}
              onChange={(next) => onChange({ actions: actionsFor('post', next, pingsNobody(draft)) })}
              choices={publishings.map((each) => ({
                value: each,
                label: t(`publishing.${each}`),
                disabled: each === 'autoPublish' && !mayPublish,
              }))}
            />
          </Field>
        </>
      )}
    </>
  );
}

function Where({ server, draft, errors, onChange }: FormProps) {
  const t = useTranslations('overrides.fields');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const mayPing = !isLocked(server, 'NotificationPingRoleId');
  const pingWarning = usePingWarning(discord, draft.overridePingRoleId, [draft.overrideChannelId]);
  return (
    <>
      <Field
        label={t('overrideChannelId')}
        error={errors.overrideChannelId}
        aside={
          draft.overrideChannelId !== null ? (
            <Button variant="ghost" size="compact" onClick={() => onChange({ overrideChannelId: null })}>
              {t('noChannel')}
            </Button>
          ) : undefined
        }
      >
        <ChannelPicker
          label={t('overrideChannelId')}
          channels={discord?.channels ?? []}
          value={draft.overrideChannelId}
          onChange={(next) => onChange({ overrideChannelId: next as ChannelId | null })}
          disabled={!discord}
          isInvalid={errors.overrideChannelId !== undefined}
        />
      </Field>
      <Field
        label={t('overridePingRoleId')}
        hint={pingWarning}
        error={errors.overridePingRoleId}
        aside={mayPing ? undefined : <PremiumCrown flag="NotificationPingRoleId" />}
      >
        <PingPicker
          label={t('overridePingRoleId')}
          roles={discord?.roles ?? []}
          first={{ value: AS_SET_UP, label: t('asSetUp') }}
          value={pingsNobody(draft) ? null : (draft.overridePingRoleId ?? AS_SET_UP)}
          onChange={(next) =>
            onChange({
              overridePingRoleId: next === AS_SET_UP ? null : (next as RoleId | null),
              actions: actionsFor('post', publishingOf(draft), next === null),
            })
          }
          disabled={!discord || !mayPing}
        />
      </Field>
    </>
  );
}
