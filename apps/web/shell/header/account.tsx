'use client';

import { useQuery } from '@tanstack/react-query';
import { isSessionError } from '../../lib/live/query-client.ts';
import { OnDemand } from '../../ui/layers/on-demand.tsx';
import { LateProviders } from '../layout/providers.tsx';
import { meQuery } from '../me.ts';
import type { ShellFrame } from '../shell-data.ts';
import { AccountSkeleton } from './account-skeleton.tsx';
import { BellButton } from './bell-button.tsx';
import { LogInButton } from './log-in-button.tsx';
import { UserButton } from './user-button.tsx';

export interface AccountProps {
  readonly shell: ShellFrame;
  readonly words: { readonly loading: string; readonly logIn: string };
}

const loadBell = async () => (await import('./bell.tsx')).Bell;
const loadMenu = async () => (await import('./user-menu.tsx')).UserMenu;

/** The account area for public pages, which have no providers of their own. */
export function LateAccount(props: AccountProps) {
  return (
    <LateProviders shell={props.shell} fallback={<AccountSkeleton />}>
      <Account {...props} />
    </LateProviders>
  );
}

/** Shows the bell and menu, or the login button if the session has expired. */
export function Account({ shell, words }: AccountProps) {
  const me = useQuery(meQuery());
  // After a failure, the person is unknown, but bell and menu stay. A press shows the reason.
  if (isSessionError(me.error) || (me.isError && !me.data)) return <LogInButton shell={shell} label={words.logIn} />;
  if (!me.data) {
    return (
      <span>
        <output className="sr-only">{words.loading}</output>
        <AccountSkeleton />
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1">
      <OnDemand kind="dialog" load={loadBell} props={{ me: me.data }}>
        {(handlers) => <BellButton me={me.data} {...handlers} />}
      </OnDemand>
      <OnDemand kind="menu" load={loadMenu} props={{ me: me.data, links: shell.links }}>
        {(handlers) => <UserButton me={me.data} {...handlers} />}
      </OnDemand>
    </span>
  );
}
