'use client';

import type { PlanPatch } from '@tally/contract/premium/calls';
import type { Plan, PlanLimit } from '@tally/contract/premium/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Fetching } from '../../../shell/fetching.tsx';
import { toast } from '../../../shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, FieldInput, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { plansQuery, updatePlan } from '../api.ts';
import { limitOf, planLimits, unitOf } from '../plans/limits.ts';
import { SaveRow } from './save-row.tsx';

/** Edits the price, texts and limits of one plan. */
export function PlanScreen({ tierId }: { tierId: string }) {
  const t = useTranslations('premium.admin');
  const plans = useQuery(plansQuery({ isAll: true }));
  if (!plans.data) return <Fetching error={plans.error} refetch={plans.refetch} className="h-96" />;
  const plan = plans.data.tiers.find((each) => each.tierId === tierId);
  if (!plan) return <EmptyState title={t('notFound')} text={t('notFoundText')} />;
  return (
    <>
      <PageHeader title={plan.name} description={t('planText')} />
      <PlanForm key={tierId} plan={plan} />
    </>
  );
}

const numbers = { cents: 1_000_000, trialDays: 730 } as const;
const MOST_LIMIT = 100_000;
const switches = ['enabled', 'isShown', 'highlighted', 'onSaleTag'] as const;
const labels = { enabled: 'isSold', isShown: 'isShown', highlighted: 'highlighted', onSaleTag: 'onSaleTag' } as const;
const isWhole = (text: string, most: number): boolean => /^\d{1,7}$/.test(text) && Number(text) <= most;

/** The edited fields. Other fields show the stored value, even when it changes. */
interface Touched {
  readonly texts: Partial<Record<'name' | 'description' | 'cents' | 'trialDays', string>>;
  readonly on: Partial<Record<(typeof switches)[number], boolean>>;
  readonly limits: Partial<Record<PlanLimit, string>>;
}
const untouched: Touched = { texts: {}, on: {}, limits: {} };

function PlanForm({ plan }: { plan: Plan }) {
  const t = useTranslations('premium');
  const save = useMutation(updatePlan(useQueryClient(), plan.tierId));
  const [{ texts, on, limits }, setTouched] = useState(untouched);
  const typedLimits = Object.entries(limits) as [PlanLimit, string][];
  const problems = {
    cents: texts.cents !== undefined && !isWhole(texts.cents, numbers.cents),
    trialDays: texts.trialDays !== undefined && !isWhole(texts.trialDays, numbers.trialDays),
    name: texts.name?.trim() === '',
    description: texts.description?.trim() === '',
    limits: typedLimits.some(([, value]) => !isWhole(value, MOST_LIMIT)),
  };
  const hasProblem = Object.values(problems).some(Boolean);
  const isTouched = Object.keys(texts).length + Object.keys(on).length + typedLimits.length > 0;
  const patch: PlanPatch = {
    ...(texts.name === undefined ? {} : { name: texts.name.trim() }),
    ...(texts.description === undefined ? {} : { description: texts.description.trim() }),
    ...(texts.cents === undefined ? {} : { cents: Number(texts.cents) }),
    ...(texts.trialDays === undefined ? {} : { trialDays: Number(texts.trialDays) }),
    ...on,
    ...(typedLimits.length === 0
      ? {}
      : { limits: Object.fromEntries(typedLimits.map(([limit, value]) => [limit, Number(value)])) }),
  };
  const touch = (change: Partial<Touched>) => setTouched({ texts, on, limits, ...change });
  const run = () =>
    save.mutate(patch, {
      onSuccess: (sentence) => {
        setTouched(untouched);
        void toast('success', { title: sentence });
      },
    });
  const field = (key: 'name' | 'cents' | 'trialDays', error: string) => (
    <Field label={t(`admin.${key}`)} error={problems[key] ? error : undefined}>
      <FieldInput
        value={texts[key] ?? String(plan[key])}
        maxLength={64}
        onChange={({ target }) => touch({ texts: { ...texts, [key]: target.value } })}
      />
    </Field>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader title={t('admin.planTitle')} />
        <CardBody className="flex flex-col gap-4">
          {field('name', t('admin.needed'))}
          <Field label={t('admin.description')} error={problems.description ? t('admin.needed') : undefined}>
            <FieldParts.Control
              render={
                <Textarea
                  rows={3}
                  value={texts.description ?? plan.description}
                  maxLength={400}
                  onChange={({ target }) => touch({ texts: { ...texts, description: target.value } })}
                />
              }
            />
          </Field>
          {field('cents', t('admin.whole', { most: numbers.cents }))}
          {field('trialDays', t('admin.whole', { most: numbers.trialDays }))}
          {switches.map((key) => (
            <SwitchRow
              key={key}
              label={t(`admin.${labels[key]}`)}
              checked={on[key] ?? plan[key] === true}
              onChange={(next) => touch({ on: { ...on, [key]: next } })}
            />
          ))}
          <SaveRow error={save.error} isPending={save.isPending} canSave={isTouched && !hasProblem} onSave={run} />
        </CardBody>
      </Card>
      {plan.type === 'guild' && (
        <Card>
          <CardHeader title={t('admin.limitsTitle')} />
          <CardBody className="grid gap-3 sm:grid-cols-2">
            {planLimits.map((limit) => {
              const value = limits[limit];
              const unit = unitOf(limit);
              return (
                <Field
                  key={limit}
                  label={
                    unit
                      ? t('admin.in', { what: t(`limits.${limit}`), unit: t(`admin.${unit}`) })
                      : t(`limits.${limit}`)
                  }
                  error={
                    value === undefined || isWhole(value, MOST_LIMIT)
                      ? undefined
                      : t('admin.whole', { most: MOST_LIMIT })
                  }
                >
                  <FieldInput
                    inputMode="numeric"
                    dir="ltr"
                    maxLength={6}
                    value={value ?? String(limitOf(plan, limit) ?? 0)}
                    onChange={({ target }) => touch({ limits: { ...limits, [limit]: target.value } })}
                  />
                </Field>
              );
            })}
          </CardBody>
        </Card>
      )}
    </div>
  );
}
