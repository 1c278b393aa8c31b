import { getTranslations } from 'next-intl/server';
import { getShellData } from '../shell-data.ts';
import { ApiDownBanner } from './api-down-banner.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { ReloadBanner } from './reload-banner.tsx';

export async function Banners() {
  const [t, shell] = await Promise.all([getTranslations('shell'), getShellData()]);
  return (
    <>
      <ApiDownBanner
        isDown={shell.isApiDown}
        support={shell.links.support}
        words={{ title: t('apiDown.title'), text: t('apiDown.text'), join: t('apiDown.join') }}
      />
      <ReloadBanner
        words={{ title: t('needsReload.title'), text: t('needsReload.text'), action: t('needsReload.action') }}
      />
      <PromoBanner
        href={shell.links.promo}
        words={{
          label: t('promo.label'),
          text: t('promo.text'),
          action: t('promo.action'),
          dismiss: t('promo.dismiss'),
        }}
      />
    </>
  );
}
