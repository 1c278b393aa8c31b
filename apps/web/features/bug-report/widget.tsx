'use client';

import { MessageSquareWarning } from 'lucide-react';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { Messages } from '../../i18n/homes.ts';
import type { ShellFrame } from '../../shell/shell-data.ts';
import { Button } from '../../ui/button.tsx';
import type { BugReportFormProps } from './form.tsx';
import { startReporting } from './reporting.ts';

const never = () => () => {};

/** Screen sharing needs a secure page and is not available on phones. */
const isOffered = () => window.isSecureContext && !/Mobi|Android/i.test(navigator.userAgent);

/** Starts error reports when the page is idle, and offers the report form. */
export function BugReportWidget({
  dsn,
  shell,
  words,
}: {
  dsn: string;
  shell: ShellFrame;
  words: Messages['bug-report'];
}) {
  const canOffer = useSyncExternalStore(never, isOffered, () => false);
  const [Form, setForm] = useState<ComponentType<BugReportFormProps>>();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => void startReporting(dsn), 3000);
    return () => clearTimeout(timer);
  }, [dsn]);

  const open = async () => {
    const { BugReportForm } = await import('./form.tsx');
    setForm(() => BugReportForm);
    setOpen(true);
  };
  if (!canOffer) return null;
  return (
    <>
      <Button
        icon={MessageSquareWarning}
        size="compact"
        onClick={() => void open()}
        aria-haspopup="dialog"
        className="fixed end-4 bottom-4 z-20 shadow-float max-sm:hidden"
      >
        {words.open}
      </Button>
      {Form && isOpen && <Form dsn={dsn} shell={shell} words={words} onClose={() => setOpen(false)} />}
    </>
  );
}
