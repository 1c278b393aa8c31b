'use client';

import { RotateCw } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import {
  isMissingScript,
  isReloadNeeded,
  noteMissingScript,
  whenReloadNeeded,
} from '../../lib/start/missing-script.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/icon.tsx';
import { letGo } from '../let-go.ts';

/** Shown on outdated pages. It is part of every page, because toasts load later and could no longer load. */
export function ReloadBanner({ words }: { words: { title: string; text: string; action: string } }) {
  const isNeeded = useSyncExternalStore(whenReloadNeeded, isReloadNeeded, () => false);
  useEffect(() => {
    // Menus and dialogs load on demand, which can fail.
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (isMissingScript(reason)) void noteMissingScript();
    };
    window.addEventListener('unhandledrejection', onRejection);
    return () => window.removeEventListener('unhandledrejection', onRejection);
  }, []);
  if (!isNeeded) return null;
  const reload = () => {
    // Unsaved work is kept in this tab and returns with the page, so no warning is needed.
    letGo();
    window.location.reload();
  };
  return (
    <div role="alert" className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 px-4 py-2 text-center text-small">
        <strong className="font-semibold">{words.title}</strong>
        <span className="text-muted">{words.text}</span>
        <button type="button" className={buttonClass('primary', 'compact')} onClick={reload}>
          <Icon of={RotateCw} />
          {words.action}
        </button>
      </div>
    </div>
  );
}
