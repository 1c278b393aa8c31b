'use client';

import { Redo2, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Dialog, DialogClose } from '../../ui/layers/dialog.tsx';
import { whenLetGo } from '../let-go.ts';
import { useKeyDown } from '../shortcuts/use-single-keys.ts';

/** Lists the unsaved changes, with buttons to save and discard. Shown only for unsaved or undone changes. */
export function UnsavedBar({
  changed,
  isSaving,
  hasProblems = false,
  canUndo,
  canRedo,
  onUndo,
  onRedo,
  onDiscard,
  onSave,
}: {
  /** The names of the changed fields, as the page shows them. */
  changed: readonly string[];
  isSaving: boolean;
  /** True if the API would certainly refuse a save. */
  hasProblems?: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onDiscard: () => void;
  onSave: () => void;
}) {
  const t = useTranslations('shell.unsaved');
  const isDirty = changed.length > 0;
  const save = () => {
    if (isDirty && !hasProblems) onSave();
  };
  useShortcuts({ undo: onUndo, redo: onRedo, save });
  return (
    <>
      <LeaveGuard isDirty={isDirty} isSaving={isSaving} onLeave={onDiscard} />
      {(isDirty || canRedo) && (
        <section
          aria-label={t('label')}
          data-floats
          className="sticky bottom-4 z-30 mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel border border-line bg-raised p-3 ps-4 shadow-float"
        >
          <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-warn" />
          <output className="min-w-0 flex-1">
            <span className="font-semibold">{t('count', { count: changed.length })}</span>{' '}
            <span className="text-muted">{changed.join(', ')}</span>
            {isDirty && hasProblems && (
              <span className="block text-warn">
                {t('whyNot')}{' '}
                <button type="button" onClick={showProblem} className="underline underline-offset-2 hover:text-text">
                  {t('show')}
                </button>
              </span>
            )}
          </output>
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
            <Button onClick={onUndo} disabled={!canUndo}>
              <Icon of={Undo2} className="rtl:-scale-x-100" />
              {t('undo')}
              <span dir="ltr" className="max-sm:hidden">
                <Kbd>{'Ctrl Z'}</Kbd>
              </span>
            </Button>
            <Button onClick={onRedo} disabled={!canRedo} aria-label={t('redo')} title={t('redoKeys')}>
              <Icon of={Redo2} className="rtl:-scale-x-100" />
            </Button>
            <Button onClick={onDiscard} disabled={!isDirty}>
              {t('discard')}
            </Button>
            <Button variant="primary" onClick={onSave} isPending={isSaving} disabled={hasProblems || !isDirty}>
              {t('save')}
              <span dir="ltr" className="max-sm:hidden [&_kbd]:border-on-ink/40 [&_kbd]:text-on-ink">
                <Kbd>{'Ctrl S'}</Kbd>
              </span>
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

/** Scrolls to the first invalid field or its error message. */
function showProblem(): void {
  const wrong = ':is(input, textarea, button):is([data-invalid], [aria-invalid="true"], [data-problem])';
  const found = [...document.querySelectorAll<HTMLElement>(wrong)].find((each) => each.checkVisibility());
  found?.focus();
  found?.scrollIntoView({ block: 'center' });
}

/** Handles Ctrl or ⌘ with Z, Y and S anywhere on the page. Undo applies to the page, not to one field. */
function useShortcuts(actions: { undo: () => void; redo: () => void; save: () => void }): void {
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const action =
      key === 's'
        ? actions.save
        : key === 'y' || (key === 'z' && event.shiftKey)
          ? actions.redo
          : key === 'z'
            ? actions.undo
            : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Asks before unsaved changes are lost through a link or a closed tab. A link pressed during a save waits for it. */
function LeaveGuard({ isDirty, isSaving, onLeave }: { isDirty: boolean; isSaving: boolean; onLeave: () => void }) {
  const t = useTranslations('shell.unsaved');
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  /** The link that may now be followed. */
  const [free, setFree] = useState<{ readonly to: string } | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = leavingTo(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    window.addEventListener('beforeunload', onUnload);
    const forget = whenLetGo(() => window.removeEventListener('beforeunload', onUnload));
    // Captures the click before the link's own listener starts the router.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      forget();
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isDirty]);
  if (target !== null && !isDirty && !isSaving) {
    setTarget(null);
    setFree({ to: target });
  }
  useEffect(() => {
    if (free) router.push(free.to);
  }, [free, router]);
  const leave = () => {
    if (target === null) return;
    onLeave();
    setTarget(null);
    router.push(target);
  };
  return (
    <Dialog
      open={target !== null && isDirty && !isSaving}
      onOpenChange={(isOpen) => !isOpen && setTarget(null)}
      title={t('leaveTitle')}
      description={t('leaveText')}
      actions={
        <>
          <DialogClose>
            <Button variant="primary">{t('stay')}</Button>
          </DialogClose>
          <Button onClick={leave}>{t('leave')}</Button>
        </>
      }
    />
  );
}

/** Returns the URL to which a click would leave this page in this tab, or null. */
function leavingTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  // The login keeps unsaved changes and returns to this page.
  if (link?.hasAttribute('data-returns')) return null;
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== window.location.origin || url.pathname === window.location.pathname) return null;
  return url.pathname + url.search + url.hash;
}
