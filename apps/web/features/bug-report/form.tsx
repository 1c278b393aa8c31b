'use client';

import { Camera, CircleCheck } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Messages } from '../../i18n/homes.ts';
import { LateProviders } from '../../shell/layout/providers.tsx';
import type { ShellFrame } from '../../shell/shell-data.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput, FieldParts } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dialog, DialogClose } from '../../ui/layers/dialog.tsx';
import { Crop, type CropHandle } from '../../ui/pictures/crop.tsx';
import { type Draft, type FieldName, isEmail, missingFields } from './fields.ts';
import { startReporting } from './reporting.ts';
import { SendError, sendReport } from './send.ts';

export interface BugReportFormProps {
  dsn: string;
  shell: ShellFrame;
  words: Messages['bug-report'];
  onClose: () => void;
}

const FORM = 'bug-report';
const THANKS_MS = 5000;
/** Name and email are optional, so a report can be anonymous. */
const REQUIRED: readonly FieldName[] = [];

/** The widget opens the form, thanks the person for five seconds or until a click, and closes. */
export function BugReportForm({ shell, ...rest }: BugReportFormProps) {
  const [isSent, setSent] = useState(false);
  return (
    <LateProviders shell={shell}>
      {isSent ? (
        <Thanks text={rest.words.thanks} onClose={rest.onClose} />
      ) : (
        <FormDialog {...rest} onSent={() => setSent(true)} />
      )}
    </LateProviders>
  );
}

function Thanks({ text, onClose }: { text: string; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, THANKS_MS);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <button
      type="button"
      onClick={onClose}
      className="fixed end-4 bottom-4 z-50 flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 font-semibold shadow-float"
    >
      <Icon of={CircleCheck} size={18} className="text-ok" />
      <output>{text}</output>
    </button>
  );
}

function FormDialog({ dsn, words, onClose, onSent }: Omit<BugReportFormProps, 'shell'> & { onSent: () => void }) {
  const [draft, setDraft] = useState<Draft>({ description: '', name: '', email: '' });
  const [picture, setPicture] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const crop = useRef<CropHandle>(null);
  const set = (field: FieldName) => (event: { target: { value: string } }) =>
    setDraft((before) => ({ ...before, [field]: event.target.value }));

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = problemOf(draft, words);
    setProblem(refused);
    if (refused !== undefined) return;
    setSending(true);
    try {
      const screenshot = picture && crop.current ? await crop.current.toPng() : null;
      const { description, name, email } = draft;
      const whole = { message: description.trim(), name: name.trim(), email: email.trim(), screenshot };
      await sendReport(await startReporting(dsn), whole);
      onSent();
    } catch (error) {
      setProblem(error instanceof SendError ? words[error.kind] : words.network);
    } finally {
      setSending(false);
    }
  };

  const shoot = () =>
    takeScreenshot().then(setPicture, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : words.noPicture),
    );

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={words.text}
      actions={
        <>
          <DialogClose>
            <Button>{words.cancel}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={FORM} isPending={isSending}>
            {words.send}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <div role="alert" className="text-red whitespace-pre-line empty:hidden">
          {problem}
        </div>
        <Field label={words.name}>
          <FieldInput value={draft.name} onChange={set('name')} autoComplete="name" />
        </Field>
        <Field label={words.email}>
          <FieldInput type="email" value={draft.email} onChange={set('email')} autoComplete="email" dir="ltr" />
        </Field>
        <Field label={words.description}>
          <FieldParts.Control
            render={<Textarea value={draft.description} onChange={set('description')} aria-required="true" />}
          />
        </Field>
        {picture === null ? (
          <Button icon={Camera} onClick={() => void shoot()} className="self-start">
            {words.addPicture}
          </Button>
        ) : (
          <>
            <Crop ref={crop} picture={picture} label={words.picture} />
            <Button onClick={() => setPicture(null)} className="self-start">
              {words.removePicture}
            </Button>
          </>
        )}
      </form>
    </Dialog>
  );
}

function problemOf(draft: Draft, words: Messages['bug-report']): string | undefined {
  const missing = missingFields(draft, REQUIRED);
  if (missing.length > 0) return words.missing + missing.map((field) => words[field]).join(', ');
  return draft.email.trim() !== '' && !isEmail(draft.email) ? words.badEmail : undefined;
}

/** Captures one frame of the screen that the person shares, then stops sharing. */
async function takeScreenshot(): Promise<string> {
  const options: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = {
    video: true,
    audio: false,
    preferCurrentTab: true,
  };
  const stream = await navigator.mediaDevices.getDisplayMedia(options);
  try {
    const video = document.createElement('video');
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return canvas.toDataURL('image/png');
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
