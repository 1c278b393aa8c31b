'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, Link2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { useFailure } from '../../shell/failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

const linkedRoles = lateHome(async () => (await import('@tally/contract/linked-roles/calls')).linkedRoles);

export function ConnectDiscord({ code, isRefused }: { code: string | null; isRefused: boolean }) {
  const t = useTranslations('linked-roles.connect');
  const [isOver, setOver] = useState(false);
  const start = useMutation({
    mutationFn: () => call(linkedRoles.startLinking, {}, { fallback: 'linkDiscord' }),
    onSuccess: (address) => window.location.assign(address),
    meta: { isQuiet: true },
  });
  const end = useMutation({
    mutationFn: () => call(linkedRoles.unlink, {}, { fallback: 'unlinkDiscord' }),
    onSuccess: () => setOver(true),
    meta: { isQuiet: true },
  });
  const finish = useMutation({
    mutationFn: (given: string) => call(linkedRoles.link, { query: { code: given } }, { fallback: 'linkDiscord' }),
    meta: { isQuiet: true },
  });
  useOnce(code, finish.mutate);
  const failed = [finish, start, end].find(({ isError }) => isError);
  const refusal = useFailure(failed?.error ?? null);
  const isDone = finish.isSuccess && !isOver;
  const words = isOver ? 'over' : isDone ? 'done' : failed || (isRefused && !code) ? 'failed' : 'offer';
  return (
    <Screen
      icon={words === 'done' ? CircleCheck : words === 'failed' ? CircleX : Link2}
      tone={words === 'done' ? 'ok' : words === 'failed' ? 'danger' : 'neutral'}
      title={t(`${words}Title`)}
      text={failed ? refusal : t(`${words}Text`)}
      actions={
        <>
          {!isDone && (
            <Button
              variant="primary"
              onClick={() => start.mutate()}
              isPending={start.isPending || start.isSuccess || finish.isPending}
            >
              {t('connect')}
            </Button>
          )}
          {!isOver && (
            <Button onClick={() => end.mutate()} isPending={end.isPending}>
              {t('disconnect')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** A code works once but React may render twice, so the code is removed from the URL immediately. */
function useOnce(code: string | null, use: (code: string) => void): void {
  const used = useRef(false);
  useEffect(() => {
    if (code === null || used.current) return;
    used.current = true;
    window.history.replaceState(null, '', window.location.pathname);
    use(code);
  }, [code, use]);
}
