'use client';

import type { ChatCode } from '@tally/contract/connections/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy, MessageSquareCode } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { clock } from '../../lib/words/format.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { meQuery } from '../../shell/me.ts';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dialog, DialogClose } from '../../ui/layers/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { askForChatCode } from './api.ts';

const LOOK_EVERY_MS = 3_000;

/** Links an account through chat instead of a login: shows a code and where to send it, and waits for it. */
export function ChatCodeDialog() {
  const t = useTranslations('connections');
  const words = useTranslations('ui');
  const failure = useFailureText();
  const ask = useMutation(askForChatCode());
  const [isOpen, setOpen] = useState(false);
  const open = (next: boolean) => {
    setOpen(next);
    if (next) ask.mutate();
    else ask.reset();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button icon={MessageSquareCode} size="compact" variant="ghost">
          {t('useCode')}
        </Button>
      }
      title={t('codeTitle')}
      description={t('codeText')}
      actions={
        <>
          {ask.isError && <Button onClick={() => ask.mutate()}>{words('retry')}</Button>}
          <DialogClose>
            <Button>{words('close')}</Button>
          </DialogClose>
        </>
      }
    >
      {ask.isPending && <Skeleton className="h-24 w-full" />}
      {ask.isError && (
        <p role="alert" className="rounded-card border border-red p-3 text-red">
          {failure(ask.error)}
        </p>
      )}
      {ask.data && <Waiting code={ask.data} onNew={() => ask.mutate()} onDone={() => open(false)} />}
    </Dialog>
  );
}

function Waiting({ code, onNew, onDone }: { code: ChatCode; onNew: () => void; onDone: () => void }) {
  const t = useTranslations('connections');
  const left = useTimeLeft(code.expiresAt);
  const me = useQuery({ ...meQuery(), refetchInterval: left > 0 ? LOOK_EVERY_MS : false });
  const linked = me.data?.database.kickAccount;
  const isLinked = Boolean(linked);
  useEffect(() => {
    if (!isLinked) return;
    void toast('success', { title: t('codeDone') });
    onDone();
  }, [isLinked, onDone, t]);
  if (left <= 0) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3" aria-live="polite">
        <p>{t('codeOver')}</p>
        <Button onClick={onNew}>{t('newCode')}</Button>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-3">
        <code dir="ltr" className="font-semibold text-lead select-all">
          {code.command}
        </code>
        <CopyButton text={code.command} />
      </div>
      <p className="mt-3 text-small">{t('codeWhere')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {code.chats.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-small">{t('codeLeft', { time: clock(left) })}</p>
      <p className="mt-2 text-muted text-small">{t('codeWarning')}</p>
    </>
  );
}

/** Returns the remaining milliseconds, updated every second. */
function useTimeLeft(until: Date): number {
  const end = until.getTime();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return end - now;
}

function CopyButton({ text }: { text: string }) {
  const t = useTranslations('connections');
  const [isCopied, setCopied] = useState(false);
  return (
    <Button size="compact" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      <Icon of={isCopied ? Check : Copy} />
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  );
}
