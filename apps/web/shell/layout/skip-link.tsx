import { getTranslations } from 'next-intl/server';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

export async function SkipLink() {
  const t = await getTranslations('shell');
  return (
    <a href="#content" className={cx(buttonClass('primary'), 'fixed start-3 top-2.5 z-50 not-focus:sr-only')}>
      {t('skipToContent')}
    </a>
  );
}
