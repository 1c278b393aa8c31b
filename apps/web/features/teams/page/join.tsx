import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { JoinScreen } from '../join-screen.tsx';

/** The title leaves out the team's name, because a link preview would show it to everyone in a chat. */
export async function joinMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams.join'))('metaTitle'), robots: { index: false } };
}

/** Anyone with the link can open this page without a login. */
export async function JoinPage({ params }: { params: Promise<{ code: string }> }) {
  const [{ code }, shell] = await Promise.all([params, getShellData()]);
  return (
    <ShellProviders shell={shell}>
      <MessagesOf homes={['teams']}>
        <JoinScreen code={plain(code)} isLoggedIn={shell.isLoggedIn} />
      </MessagesOf>
    </ShellProviders>
  );
}

/** Next passes the parameter still URL-encoded. */
function plain(code: string): string {
  try {
    return decodeURIComponent(code).trim();
  } catch {
    return code;
  }
}
