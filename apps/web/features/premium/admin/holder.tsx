'use client';

import type { Holder } from '@tally/contract/enums';
import { tiers } from '@tally/contract/flags';
import type { Addon } from '@tally/contract/limits';
import { addons } from '@tally/contract/limits';
import type { ManagedGuild, ManagedUser } from '@tally/contract/premium';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CallError } from '../../../lib/call.ts';
import { dateTime } from '../../../lib/format.ts';
import { Failed, useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, FieldInput } from '../../../ui/field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { managedQuery, plansQuery, updateManaged } from '../api.ts';
import type { Plans } from '../plans/screen.tsx';

const MOST = 500;
type Managed = ManagedGuild | ManagedUser;
const isGuild = (managed: Managed): managed is ManagedGuild => 'overrideBranding' in managed;

/** What one server or person holds, and giving it by hand. */
export function HolderScreen({ type, id }: { type: Holder; id: string }) {
  const t = useTranslations('premium.admin');
  const managed = useQuery(managedQuery(type, id));
  const plans = useQuery(plansQuery({ isAll: true }));
  const error = managed.error ?? plans.error;
  if (error instanceof CallError && error.status === 404)
    return <EmptyState title={t('notFound')} text={t('notFoundText')} />;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([managed.refetch(), plans.refetch()])} />;
  return (
    <>
      <PageHeader
        title={t(type === 'guild' ? 'server' : 'person')}
        description={
          <span className="figures" dir="ltr">
            {id}
          </span>
        }
      />
      {managed.data && plans.data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Holds managed={managed.data} plans={plans.data} />
          <Give key={managed.dataUpdatedAt} type={type} id={id} managed={managed.data} plans={plans.data} />
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </>
  );
}

function Holds({ managed, plans }: { managed: Managed; plans: Plans }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const tierId = managed.premium?.tier;
  const name = plans.tiers.find((plan) => plan.tierId === tierId)?.name ?? tierId ?? '';
  const rows: (readonly [string, string])[] = [[t('admin.holds'), name]];
  if (isGuild(managed) && managed.premium) {
    for (const addon of addons) {
      const extra = managed.premium[`additional${addon}`];
      if (extra > 0) rows.push([t(`limits.${addon}`), `+${extra}`]);
    }
  }
  if (!isGuild(managed)) {
    if (managed.oneServerPremium) rows.push([t('admin.servesServer'), managed.oneServerPremium]);
    if (managed.serverPremiumCooldown)
      rows.push([t('admin.cooldown'), dateTime(managed.serverPremiumCooldown, locale)]);
  }
  return (
    <Card>
      <CardHeader title={t('admin.holds')} />
      <CardBody>
        <dl className="flex flex-col gap-2">
          {rows.map(([term, value]) => (
            <div key={term} className="flex justify-between gap-3">
              <dt className="text-muted">{term}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

/** Only what was touched is sent: the rest stays as it was. */
function Give({ type, id, managed, plans }: { type: Holder; id: string; managed: Managed; plans: Plans }) {
  const t = useTranslations('premium');
  const textOf = useFailureText();
  const save = useMutation(updateManaged(useQueryClient(), type, id));
  const [tier, setTier] = useState<string | null>(null);
  const [extras, setExtras] = useState<Partial<Record<Addon, string>>>({});
  const [branding, setBranding] = useState<boolean | null>(null);
  const free = type === 'guild' ? tiers.ServerFree : tiers.UserFree;
  const typed = Object.entries(extras).filter(([, value]) => value !== '') as [Addon, string][];
  const hasProblem = typed.some(([, value]) => !isCount(value));
  const isTouched = tier !== null || branding !== null || typed.length > 0;
  const body = {
    ...(tier === null ? {} : { newPlanId: tier }),
    ...(branding === null ? {} : { overrideBranding: branding }),
    ...Object.fromEntries(typed.map(([addon, value]) => [`additional${addon}`, Number(value)])),
  };
  const run = () =>
    save.mutate(body, {
      onSuccess: () => void toast('success', { title: t('admin.saved') }),
    });
  return (
    <Card>
      <CardHeader title={t('admin.lookUpTitle')} description={t('admin.planHint')} />
      <CardBody className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-semibold">
            {t('admin.plan')}
          </span>
          <Select
            label={t('admin.plan')}
            value={tier ?? 'same'}
            onChange={(next) => setTier(next === 'same' ? null : next)}
            choices={[
              { value: 'same', label: t('admin.unchanged') },
              ...plans.tiers
                .filter((plan) => plan.type === type)
                .map((plan) => ({ value: plan.tierId, label: plan.tierId === free ? t('free') : plan.name })),
            ]}
          />
        </div>
        {isGuild(managed) && (
          <>
            <SwitchRow
              label={t('admin.branding')}
              hint={t('admin.brandingHint')}
              checked={branding ?? managed.overrideBranding === true}
              onChange={setBranding}
            />
            <fieldset className="grid gap-3 sm:grid-cols-2">
              <legend className="mb-2">
                <span className="font-semibold">{t('admin.extras')}</span>
                <span className="block text-muted text-small">{t('admin.extrasHint')}</span>
              </legend>
              {addons.map((addon) => {
                const value = extras[addon] ?? '';
                return (
                  <Field
                    key={addon}
                    label={t(`limits.${addon}`)}
                    error={value === '' || isCount(value) ? undefined : t('admin.whole', { most: MOST })}
                  >
                    <FieldInput
                      inputMode="numeric"
                      dir="ltr"
                      maxLength={6}
                      placeholder={t('admin.extrasOf', { count: managed.premium?.[`additional${addon}`] ?? 0 })}
                      value={value}
                      onChange={({ target }) => setExtras({ ...extras, [addon]: target.value })}
                    />
                  </Field>
                );
              })}
            </fieldset>
          </>
        )}
        {save.error && (
          <p role="alert" className="whitespace-pre-line text-red">
            {textOf(save.error)}
          </p>
        )}
        <Button
          variant="primary"
          className="self-end"
          onClick={run}
          disabled={!isTouched || hasProblem}
          isPending={save.isPending}
        >
          {t('admin.save')}
        </Button>
      </CardBody>
    </Card>
  );
}

const isCount = (value: string): boolean => /^\d{1,3}$/.test(value) && Number(value) <= MOST;
