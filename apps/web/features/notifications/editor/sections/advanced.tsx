'use client';

import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import { streamerBodies } from '@tally/contract/notifications/streamer-bodies';
import { Braces, Copy } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { complaintsIn } from '../../../../lib/words/complaints-in.ts';
import { toast } from '../../../../shell/toast.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, FieldParts } from '../../../../ui/fields/field.tsx';
import { Textarea } from '../../../../ui/fields/input.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { Dialog, DialogCancel } from '../../../../ui/layers/dialog.tsx';
import { wholeOf, withBody } from '../draft-of.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { CopyDialog } from './copy-dialog.tsx';

export function AdvancedSection(scene: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { draft } = scene;
  const [isJsonOpen, setJsonOpen] = useState(false);
  const [isCopyOpen, setCopyOpen] = useState(false);
  return (
    <>
      <SwitchRow
        label={t('fields.paused')}
        hint={t('pausedHint')}
        checked={draft.value.paused === true}
        onChange={setIn(draft, 'paused')}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={Braces} onClick={() => setJsonOpen(true)}>
          {t('json')}
        </Button>
        <Button icon={Copy} onClick={() => setCopyOpen(true)} disabled={draft.changed.length > 0}>
          {t('copyTo')}
        </Button>
      </div>
      {draft.changed.length > 0 && <p className="mt-2 text-muted text-small">{t('copyHint')}</p>}
      {isJsonOpen && <JsonDialog scene={scene} onClose={() => setJsonOpen(false)} />}
      {isCopyOpen && <CopyDialog scene={scene} onClose={() => setCopyOpen(false)} />}
    </>
  );
}

/** Shows all settings as text, to save, compare or import. Nothing is stored until a press on "Save". */
function JsonDialog({ scene: { platform, draft }, onClose }: { scene: EditorSceneProps; onClose: () => void }) {
  const t = useTranslations('notifications.editor');
  const locale = useLocale();
  const [text, setText] = useState(() => JSON.stringify(wholeOf(platform, draft.value), null, 2));
  const [problem, setProblem] = useState<string>();
  const apply = async () => {
    const complaints = await complaintsIn(locale);
    const read = readBody(text, (json) => streamerBodies[platform].safeParse(json, complaints));
    if ('problem' in read) return setProblem(read.problem ?? t('jsonBroken'));
    draft.change('json', (now) => withBody(platform, now, read.body));
    void toast('info', { title: t('jsonTaken') });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('json')}
      description={t('jsonText')}
      className="max-w-2xl"
      actions={
        <>
          <DialogCancel />
          <Button variant="primary" onClick={() => void apply()}>
            {t('jsonApply')}
          </Button>
        </>
      }
    >
      <Field label={t('json')} error={problem}>
        <FieldParts.Control
          render={
            <Textarea
              rows={16}
              maxLength={MOST_JSON}
              dir="ltr"
              spellCheck={false}
              className="font-mono text-small"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          }
        />
      </Field>
    </Dialog>
  );
}

/** Larger than all messages of a platform at their maximum length. */
const MOST_JSON = 200_000;

type Reading = { readonly body: StreamerBody } | { readonly problem: string | null };

/** An empty problem means that the text is not valid JSON. */
function readBody(
  text: string,
  parse: (
    json: unknown,
  ) =>
    | { success: true; data: StreamerBody }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } },
): Reading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: null };
  }
  const read = parse(json);
  if (read.success) return { body: read.data };
  return {
    problem: read.error.issues
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .slice(0, 5)
      .join('\n'),
  };
}
