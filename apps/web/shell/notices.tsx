'use client';

import { useEffect } from 'react';
import type { Messages } from '../i18n/homes.ts';
import type { Locale } from '../i18n/locales.ts';
import { type Notice, notices } from '../lib/notices.ts';
import { type ToastKind, type ToastWords, toast } from './toast.ts';

/** Shows the message of `?notice=…` once, and removes the parameter from the URL. */
export function Notices({ locale }: { locale: Locale }) {
  useEffect(() => {
    const url = new URL(window.location.href);
    const wanted = url.searchParams.get('notice');
    const notice = notices.find((each) => each === wanted);
    if (!notice) return;
    url.searchParams.delete('notice');
    window.history.replaceState(window.history.state, '', url);
    void say(notice, locale);
  }, [locale]);
  return null;
}

async function say(notice: Notice, locale: Locale): Promise<void> {
  const { lateMessages } = await import('../i18n/late-messages.ts');
  const { shell } = await lateMessages(locale, ['shell']);
  const [kind, words] = said(notice, shell);
  await toast(kind, { ...words, id: notice });
}

function said(notice: Notice, { apiDown, notices: t }: Messages['shell']): [ToastKind, ToastWords] {
  switch (notice) {
    case 'api-down':
      return ['error', { title: apiDown.title, text: apiDown.text }];
    case 'login-failed':
      return ['error', { title: t.loginFailed, text: t.loginFailedText }];
    case 'login-cancelled':
      return ['info', { title: t.loginCancelled, text: t.loginCancelledText }];
    case 'invite-declined':
      return ['info', { title: t.inviteDeclined, text: t.inviteDeclinedText }];
  }
}
