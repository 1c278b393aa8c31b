'use client';

import { type MouseEvent, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import { loginPath } from '../../lib/paths/paths.ts';
import { checkApi } from '../../lib/proxy/api-health.ts';
import { buttonClass } from '../../ui/button.tsx';
import { letGo } from '../let-go.ts';
import type { ShellFrame } from '../shell-data.ts';
import { toast } from '../toast.ts';

/** After this time, people want to know whether anything is happening. */
const SLOW_AFTER_MS = 3000;

/** Loads the texts only when they are needed. */
async function wordsIn(locale: Locale) {
  const { lateMessages } = await import('../../i18n/late-messages.ts');
  return await lateMessages(locale, ['shell', 'ui']);
}

/** A link that works without scripts. With scripts, it first checks whether the API is up. */
export function LogInButton({ shell, label }: { shell: ShellFrame; label: string }) {
  const [isGoing, setGoing] = useState(false);

  async function logIn(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isGoing) return;
    setGoing(true);
    const saySlow = async () => toast('info', { title: (await wordsIn(shell.locale)).ui.slow, id: 'api-slow' });
    const slow = setTimeout(() => void saySlow(), SLOW_AFTER_MS);
    const isDown = await checkApi();
    clearTimeout(slow);
    if (isDown) {
      setGoing(false);
      const { title, text } = (await wordsIn(shell.locale)).shell.apiDown;
      await toast('error', { title, text, id: 'api-down' });
      return;
    }
    // Unsaved work is kept in this tab and returns with the page, so no warning is needed.
    letGo();
    const here = window.location.pathname + window.location.search;
    window.location.assign(loginPath(here));
  }

  return (
    // A plain link, because the route sets a cookie and redirects to Discord.
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
