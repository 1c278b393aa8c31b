'use client';

import type { ManagedGuild, ManagedUser } from '@tally/contract/premium/calls';
import { tiers } from '@tally/contract/premium/flags';
import { type Addon, addons } from '@tally/contract/premium/limits';
import type { Holder } from '@tally/contract/wire/enums';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '../../../shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { updateManaged } from '../api.ts';
import type { Plans } from '../plans/screen.tsx';
import { FlagsField } from './flags-field.tsx';
import { SaveRow } from './save-row.tsx';

const MOST = 500;
export type Managed = ManagedGuild | ManagedUser;
export const isGuild = (managed: Managed): managed is ManagedGuild => 'overrideBranding' in managed;

interface Touched {
  readonly tier?: string;
  readonly flags?: bigint;
  readonly branding?: boolean;
  readonly extras?: Partial<Record<Addon, string>>;
}

/** Edits the current grants by staff. Unchanged fields are not sent. */
export function Give({ type, id, managed, plans }: { type: Holder; id: string; managed: Managed; plans: Plans }) {
  const t = useTranslations('premium');
  const save = useMutation(updateManaged(useQueryClient(), type, id));
  const former = managed.held.find(({ source }) => source === 'staff');
  const free = type === 'guild' ? tiers.ServerFree : tiers.UserFree;
  const givenExtra = (addon: Addon): number => former?.addons.find(({ addonId }) => addonId === addon)?.quantity ?? 0;
  const [touched, setTouched] = useState<Touched>({});
  const touch = (change: Touched) => setTouched({ ...touched, ...change });
  const { branding, extras = {} } = touched;
  const tier = touched.tier ?? former?.tierId ?? free;
  const flags = touched.flags ?? former?.bitfield ?? 0n;
  const typed = (Object.entries(extras) as [Addon, string][]).filter(
    ([addon, value]) => value !== String(givenExtra(addon)),
  );
  const hasProblem = typed.some(([, value]) => !isCount(value));
  const body = {
    ...(tier === (former?.tierId ?? free) ? {} : { newPlanId: tier }),
    ...(flags === (former?.bitfield ?? 0n) ? {} : { newBitfield: flags }),
    ...(branding === undefined ? {} : { overrideBranding: branding }),
    ...Object.fromEntries(typed.map(([addon, value]) => [`additional${addon}`, Number(value)])),
  };
  const run = () =>
    save.mutate(body, {
      onSuccess: () => {
        setTouched({});
        void toast('success', { title: t('admin.saved') });
      },
    });
  return (
    <Card>
      <CardHeader title={t('admin.lookUpTitle')} description={t('admin.planHint')} />
      <CardBody className="flex flex-col gap-4">
        <Labelled label={t('admin.plan')}>
          <Select
            label={t('admin.plan')}
            value={tier}
            onChange={(next) => touch({ tier: next })}
            choices={plans.tiers
              .filter((plan) => plan.type === type)
              .map((plan) => ({ value: plan.tierId, label: plan.tierId === free ? t('admin.none') : plan.name }))}
          />
        </Labelled>
        {isGuild(managed) && (
          <>
            <SwitchRow
              label={t('admin.branding')}
              hint={t('admin.brandingHint')}
              checked={branding ?? managed.overrideBranding === true}
              onChange={(next) => touch({ branding: next })}
            />
            <fieldset className="grid gap-3 sm:grid-cols-2">
              <legend className="mb-2">
                <span className="font-semibold">{t('admin.extras')}</span>
                <span className="block text-muted text-small">{t('admin.extrasHint')}</span>
              </legend>
              {addons.map((addon) => {
                const value = extras[addon] ?? String(givenExtra(addon));
                return (
                  <Field
                    key={addon}
                    label={t(`limits.${addon}`)}
                    error={isCount(value) ? undefined : t('admin.whole', { most: MOST })}
                  >
                    <FieldInput
                      inputMode="numeric"
                      dir="ltr"
                      maxLength={6}
                      value={value}
                      onChange={({ target }) => touch({ extras: { ...extras, [addon]: target.value } })}
                    />
                  </Field>
                );
              })}
            </fieldset>
            <FlagsField
              given={flags}
              ofPlan={plans.tiers.find(({ tierId }) => tierId === managed.premium?.tier)?.bitfield ?? 0n}
              onChange={(next) => touch({ flags: next })}
            />
          </>
        )}
        <SaveRow
          error={save.error}
          isPending={save.isPending}
          canSave={Object.keys(body).length > 0 && !hasProblem}
          onSave={run}
        />
      </CardBody>
    </Card>
  );
}

const isCount = (value: string): boolean => /^\d{1,3}$/.test(value) && Number(value) <= MOST;
