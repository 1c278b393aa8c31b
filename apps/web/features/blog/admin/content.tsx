'use client';

import { ImagePlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { DropField } from '../../../ui/fields/drop-field.tsx';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { PickFile } from '../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { sendFile } from '../../files/api.ts';
import { accepted, endingOf, keyOf } from '../../files/key-of.ts';
import type { BlogDraft } from './draft-of.ts';

const MOST_LETTERS = 100_000;

/** The text of a post. A pasted, dropped or chosen picture is uploaded and inserted at the cursor. */
export function Content({
  label,
  draft,
  onChange,
}: {
  label: string;
  draft: BlogDraft;
  onChange: (to: (now: string) => string) => void;
}) {
  const t = useTranslations('blog.admin');
  const textOf = useFailureText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [sending, setSending] = useState(0);

  const attach = async (file: File) => {
    const at = field.current?.selectionStart ?? 0;
    setSending((now) => now + 1);
    try {
      const key = keyForPost(draft, file);
      await sendFile({ key, file });
      const words = await markdownFor(key, file);
      // The text may have changed during the upload.
      onChange((now) => now.slice(0, at) + words + now.slice(at));
    } catch (error) {
      if (error instanceof Error) void toast('error', { title: textOf(error), text: file.name });
    } finally {
      setSending((now) => now - 1);
    }
  };
  /** Uploads the pasted or dropped files that have a supported format. Returns whether there were any. */
  const attachAll = ({ files }: DataTransfer): boolean => {
    const ours = [...files].filter((file) => endingOf(file) !== null);
    for (const file of ours) void attach(file);
    return ours.length > 0;
  };

  return (
    <Field
      label={label}
      hint={t('hints.content')}
      aside={
        <PickFile
          accept={accepted}
          isMultiple
          onPick={(...files) => files.forEach((file) => void attach(file))}
          className={`${buttonClass('ghost', 'compact')} focus-within:outline-2`}
        >
          {sending > 0 ? <Spinner /> : <Icon of={ImagePlus} />}
          {t('picture')}
        </PickFile>
      }
    >
      <DropField
        onDrop={attachAll}
        hasPaste
        className="rounded-control outline-text data-over:outline-2 data-over:outline-dashed"
      >
        <FieldParts.Control
          render={
            <Textarea
              ref={field}
              rows={24}
              dir="auto"
              maxLength={MOST_LETTERS}
              className="min-h-[60vh]"
              value={draft.content}
              onChange={({ target: { value } }) => onChange(() => value)}
            />
          }
        />
      </DropField>
    </Field>
  );
}

/** Generates a unique name, because pasted pictures are always called `image.png`. */
function keyForPost({ identifier }: { readonly identifier: string }, file: File): string {
  const [ending] = keyOf(file).match(/[^.]+$/) ?? ['png'];
  const unique = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'));
  const post = /^[a-z0-9_-]{1,60}/.exec(identifier)?.[0].replace(/[-_]$/, '') || 'post';
  return `blog/${post}-${unique.join('')}.${ending}`;
}

const FILES_PATH = '/files/content/';

/** Inserts the picture's size, so the page does not jump while it loads, and a place for its description. */
async function markdownFor(key: string, file: File): Promise<string> {
  if (key.endsWith('.pdf')) return `[${file.name.replaceAll(/[[\]\\]/g, ' ')}](${FILES_PATH}${key})`;
  const { width, height } = await createImageBitmap(file);
  return `![](${FILES_PATH}${key}#${width}x${height})`;
}
