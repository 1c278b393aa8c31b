import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export async function DashboardPage() {
  const t = await getTranslations('servers');
  return (
    <>
      <PageHeader title={t('dashboardTitle')} />
      <EmptyState
        title={t('dashboardText')}
        action={
          <ButtonLink variant="primary" href="/select" prefetch={false}>
            {t('add')}
          </ButtonLink>
        }
      />
    </>
  );
}
