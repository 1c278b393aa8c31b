import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ToolPage, toolMetadata } from '../../../shell/tools/tool-page.tsx';
import { Converter } from './converter.tsx';

export const generateMetadata = toolMetadata('kickEmbedFix');

export async function EmbedFixPage() {
  const [t, shell] = await Promise.all([getTranslations('embed-fix'), getShellData()]);
  const { webUrl } = config();
  const { host } = new URL(webUrl);
  return (
    <ToolPage name="kickEmbedFix">
      <ShellProviders shell={shell}>
        <MessagesOf homes={['embed-fix', 'message-editor']}>
          <Converter webUrl={webUrl} />
        </MessagesOf>
      </ShellProviders>
      <section className="mt-12 max-w-prose" aria-labelledby="steps">
        <h2 id="steps" className="text-title">
          {t('steps.title')}
        </h2>
        <ol className="mt-3 grid list-decimal gap-2 ps-5">
          <li>{t('steps.copy')}</li>
          <li>{t('steps.paste', { host })}</li>
          <li>{t('steps.send')}</li>
        </ol>
        <h3 className="mt-8 font-semibold text-lead">{t('short.title')}</h3>
        <p className="mt-1">{t('short.text', { prefix: `${host}/e/` })}</p>
        <p dir="ltr" className="mt-2 break-words font-mono text-muted text-small rtl:text-end">
          <s>{'kick.com/xqc'}</s>
          {' → '}
          <span className="text-text">{`${host}/e/xqc`}</span>
        </p>
      </section>
    </ToolPage>
  );
}
