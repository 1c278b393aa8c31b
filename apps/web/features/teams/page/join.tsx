import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { JoinScreen } from '../join-screen.tsx';

/** The title does not name the team: a link preview in a chat would show it to everyone there. */
export async function joinMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams.join'))('metaTitle'), robots: { index: false } };
}

/** Open to everyone with the link, without a login. */
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

/** Next passes the parameter as it is in the address. */
function plain(code: string): string {
  try {
    return decodeURIComponent(code).trim();
  } catch {
    return code;
  }
}
