'use client';

import { isSecretSetting } from '@tally/contract/setup/steps';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import type { Messages } from '../../i18n/homes.ts';
import { useFailure } from '../../shell/failed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { type Setup, type SetupSaved, type SetupStep, saveStep, type Word } from './api.ts';

type SettingName = keyof Messages['setup']['fields'];

/** The fields of a step or one platform. With `on`, it is a single switch that stores this value. */
export function ValuesForm({
  word,
  setup,
  step,
  names,
  on,
}: {
  word: Word;
  setup: Setup;
  step: SetupStep;
  names: readonly string[];
  on?: string | undefined;
}) {
  const t = useTranslations('setup');
  const save = useMutation(saveStep(useQueryClient(), word, step));
  const refusal = useFailure(save.error);
  const [times, setTimes] = useState(0);
  const own = setup.settings.filter(({ name }) => names.includes(name));
  const open = own.filter(({ isFixed }) => !isFixed);
  const isOn = own.some(({ isSet }) => isSet);
  const store = (values: Record<string, string | null>) =>
    // Clears the form, because stored secrets must not stay in the page.
    save.mutate(values, { onSuccess: ({ isSaved }) => isSaved && setTimes((before) => before + 1) });
  const removeAll = () => store(Object.fromEntries(open.map(({ name }) => [name, null])));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    store(
      Object.fromEntries(
        open.flatMap(({ name, isSet }) => {
          const typed = given.get(name);
          const value = typeof typed === 'string' ? typed.trim() : '';
          // An empty field keeps the stored secret.
          return value === '' && isSet && isSecretSetting(name) ? [] : [[name, value || null]];
        }),
      ),
    );
  };
  if (on !== undefined) {
    return (
      <div>
        {open.length === 0 ? (
          <p className="text-muted text-small">{t('fixed')}</p>
        ) : (
          <Button
            isPending={save.isPending}
            onClick={() => (isOn ? removeAll() : store(Object.fromEntries(names.map((name) => [name, on]))))}
          >
            {t(isOn ? 'turnOff' : 'turnOn')}
          </Button>
        )}
        <Outcome saved={save.data} refusal={save.isError ? refusal : null} />
      </div>
    );
  }
  return (
    <form key={times} onSubmit={submit} noValidate className="grid gap-4">
      {own.map(({ name, value, isSet, isFixed }) => (
        <Field
          key={name}
          label={t(`fields.${name as SettingName}`)}
          aside={<code className="text-faint text-small">{name}</code>}
          hint={isFixed ? t('fixed') : isSet && isSecretSetting(name) ? t('kept') : undefined}
        >
          <FieldInput
            name={name}
            dir="ltr"
            type={isSecretSetting(name) ? 'password' : 'text'}
            autoComplete={isSecretSetting(name) ? 'new-password' : 'off'}
            spellCheck={false}
            disabled={isFixed}
            defaultValue={value ?? guessOf(name, setup)}
            placeholder={isSecretSetting(name) && isSet ? '••••••••' : placeholderOf(name, setup)}
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={open.length === 0} isPending={save.isPending}>
          {t('save')}
        </Button>
        {/* An installation with a real bot cannot return to the simulated one. */}
        {open.some(({ isSet }) => isSet) && !(step === 'discord' && setup.isReal) && (
          <Button variant="ghost" disabled={save.isPending} onClick={removeAll}>
            {t('remove')}
          </Button>
        )}
      </div>
      <Outcome saved={save.data} refusal={save.isError ? refusal : null} />
    </form>
  );
}

/** This page's URL is the public one, even behind a proxy. */
const guessOf = (name: string, { webUrl }: Setup): string =>
  name === 'WEB_URL' && window.location.origin !== webUrl ? window.location.origin : '';

const placeholderOf = (name: string, { webUrl, apiUrl }: Setup): string | undefined =>
  ({ WEB_URL: webUrl, PUBLIC_API_URL: apiUrl })[name];

/** Shows whether the services accept the values, with the texts of `npm run doctor`. */
function Outcome({ saved, refusal }: { saved: SetupSaved | undefined; refusal: string | null }) {
  const t = useTranslations('setup');
  const faults =
    saved?.checks.flatMap((check) => check.faults.map((fault) => ({ ...fault, title: check.title }))) ?? [];
  return (
    <output className="block empty:hidden">
      {refusal !== null && <p className="whitespace-pre-line text-red">{refusal}</p>}
      {saved && refusal === null && (
        <p>
          <Badge tone={!saved.isSaved ? 'danger' : faults.length > 0 ? 'warn' : 'ok'}>
            {t(saved.isSaved ? 'saved' : 'notSaved')}
          </Badge>{' '}
          {saved.isSaved && faults.length === 0 && t('good')}
        </p>
      )}
      {refusal === null && (
        <ul className="divide-y divide-line empty:hidden">
          {faults.map(({ title, cause, remedy }) => (
            <li key={cause} className="py-3">
              <p className="font-medium">
                <Badge tone="warn">{title}</Badge> {cause}
              </p>
              <p className="mt-1 text-muted">{remedy}</p>
            </li>
          ))}
        </ul>
      )}
      {refusal === null && saved && saved.intents.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {saved.intents.map(({ name, isOn }) => (
            <li key={name}>
              <Badge tone={isOn ? 'ok' : 'warn'}>{t(isOn ? 'intentOn' : 'intentOff', { name })}</Badge>
            </li>
          ))}
        </ul>
      )}
    </output>
  );
}
