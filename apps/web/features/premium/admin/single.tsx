'use client';

import type { Holder } from '@tally/contract/wire/enums';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** Looks up one server or person. A separate page shows and edits their plans. */
export function SingleScreen() {
  const t = useTranslations('premium.admin');
  const router = useRouter();
  const [type, setType] = useState<Holder>('guild');
  const [id, setId] = useState('');
  const isId = /^\d{5,20}$/.test(id.trim());
  return (
    <>
      <PageHeader title={t('lookUpTitle')} description={t('lookUpText')} />
      <Card>
        <CardBody>
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (isId) router.push(`/admin/premium/${id.trim()}?type=${type}`);
            }}
          >
            <Labelled label={t('whom')} className="w-40">
              <Select
                label={t('whom')}
                value={type}
                onChange={setType}
                choices={[
                  { value: 'guild', label: t('server') },
                  { value: 'user', label: t('person') },
                ]}
              />
            </Labelled>
            <Field label={t('id')} className="flex-1 basis-60" error={id === '' || isId ? undefined : t('idHint')}>
              <FieldInput
                inputMode="numeric"
                maxLength={24}
                dir="ltr"
                value={id}
                onChange={({ target }) => setId(target.value)}
              />
            </Field>
            <Button type="submit" variant="primary" disabled={!isId}>
              {t('lookUp')}
            </Button>
          </form>
        </CardBody>
      </Card>
    </>
  );
}
