'use client';

import { useTranslations } from 'next-intl';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Find } from '../../admin/people/search.tsx';

/** Finds one server or person, whose plans are edited on a separate page. */
export function SingleScreen() {
  const t = useTranslations('premium.admin');
  return (
    <>
      <PageHeader title={t('lookUpTitle')} description={t('lookUpText')} />
      <Find
        label={t('findLabel')}
        only={['server', 'person']}
        hrefOf={({ kind, id }) => `/admin/premium/${id}?type=${kind === 'server' ? 'guild' : 'user'}`}
      />
    </>
  );
}
