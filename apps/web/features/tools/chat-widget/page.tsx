import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { ToolPage } from '../../../shell/tools/tool-page.tsx';
import { WidgetForm } from './form.tsx';

export async function ChatWidgetPage() {
  const t = await getTranslations('chat-widget');
  const { webUrl } = config();
  return (
    <ToolPage name="chatWidget">
      <MessagesOf homes={['chat-widget']}>
        <WidgetForm webUrl={webUrl} />
      </MessagesOf>
      <section className="mt-12 max-w-prose" aria-labelledby="into-obs">
        <h2 id="into-obs" className="text-title">
          {t('obs.title')}
        </h2>
        <ol className="mt-3 grid list-decimal gap-2 ps-5">
          {(['copy', 'add', 'place'] as const).map((step) => (
            <li key={step}>{t(`obs.${step}`)}</li>
          ))}
        </ol>
        <p className="mt-4 text-muted">{t('obs.mods')}</p>
      </section>
    </ToolPage>
  );
}
