'use client';

import { useEffect } from 'react';
import { type Notice, notices } from '../lib/notices.ts';
import type { ShellData } from './shell-data.ts';
import { type ToastKind, type ToastWords, toast } from './toast.ts';

/** Says what `?notice=…` asks for, once, and takes it out of the address. */
export function Notices({ shell }: { shell: ShellData }) {
  useEffect(() => {
    const url = new URL(window.location.href);
    const wanted = url.searchParams.get('notice');
    const notice = notices.find((each) => each === wanted);
    if (!notice) return;
    url.searchParams.delete('notice');
    window.history.replaceState(window.history.state, '', url);
    const [kind, words] = said(notice, shell.messages.shell);
    void toast(kind, { ...words, id: notice });
  }, [shell]);
  return null;
}

function said(notice: Notice, { apiDown, notices: t }: ShellData['messages']['shell']): [ToastKind, ToastWords] {
  switch (notice) {
    case 'api-down':
      return ['error', { title: apiDown.title, text: apiDown.text }];
    case 'login-failed':
      return ['error', { title: t.loginFailed, text: t.loginFailedText }];
    case 'login-cancelled':
      return ['info', { title: t.loginCancelled, text: t.loginCancelledText }];
    case 'invite-declined':
      return ['info', { title: t.inviteDeclined, text: t.inviteDeclinedText }];
    case 'not-set-up':
      return ['info', { title: t.notSetUp, text: t.notSetUpText }];
  }
}
