'use client';

import { type MouseEvent, useState } from 'react';
import { loginPath } from '../../lib/paths/paths.ts';
import { checkApi } from '../../lib/proxy/api-health.ts';
import { buttonClass } from '../../ui/button.tsx';
import { letGo } from '../let-go.ts';
import type { ShellFrame } from '../shell-data.ts';
import { toast } from '../toast.ts';

/** Longer, and somebody wonders whether anything happens. */
const SLOW_AFTER_MS = 3000;

/** Works without scripts as a link. With them it first looks whether the API is up. */
export function LogInButton({ shell, label }: { shell: ShellFrame; label: string }) {
  const [isGoing, setGoing] = useState(false);

  async function logIn(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isGoing) return;
    setGoing(true);
    const words = import('../../i18n/late-messages.ts').then((late) =>
      late.lateMessages(shell.locale, ['shell', 'ui']),
    );
    const slow = setTimeout(async () => toast('info', { title: (await words).ui.slow, id: 'api-slow' }), SLOW_AFTER_MS);
    const isDown = await checkApi();
    clearTimeout(slow);
    if (isDown) {
      setGoing(false);
      const { title, text } = (await words).shell.apiDown;
      await toast('error', { title, text, id: 'api-down' });
      return;
    }
    // Unsaved work is kept in this tab and comes back with the page: nothing to be warned of.
    letGo();
    const here = window.location.pathname + window.location.search;
    window.location.assign(loginPath(here));
  }

  return (
    // A route of the server that sets a cookie and leaves for Discord: never a client-side navigation.
    <a
      href="/login"
      data-returns
      onClick={(event) => void logIn(event)}
      aria-busy={isGoing}
      className={buttonClass('primary')}
    >
      {label}
    </a>
  );
}
