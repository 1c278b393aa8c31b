import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { ShellProviders } from '../../../shell/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { JoinScreen } from '../join-screen.tsx';

/** It says nothing of the team: whatever draws a preview of the link in a chat would show it to everybody there. */
export async function joinMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams.join'))('metaTitle'), robots: { index: false } };
}

/** For everybody who has the link, without a login. */
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

/** Next hands on what stands in the address. */
function plain(code: string): string {
  try {
    return decodeURIComponent(code).trim();
  } catch {
    return code;
  }
}
