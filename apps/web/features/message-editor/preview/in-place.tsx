'use client';

import { placeholdersFor } from '@tally/contract/message-editor/placeholders';
import type { MessageType } from '@tally/contract/message-editor/types';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { type EditedMessage, emptyEmbed } from '../editor/body.ts';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import { TemplateInput } from '../template/template-input.tsx';

/** The texts that can be edited in the preview, and whether each is multiline. */
const texts = {
  content: true,
  'embed.author': false,
  'embed.title': false,
  'embed.description': true,
  'embed.footer': false,
} as const;
export type TextPath = keyof typeof texts;

export const isText = (path: string): path is TextPath => path in texts;

/** The message behind a preview that allows editing. */
export interface EditedInPlace {
  readonly type: MessageType | 'sticky';
  readonly value: EditedMessage;
  readonly words: PlaceholderWords;
  readonly onChange: (field: string, to: (now: EditedMessage) => EditedMessage) => void;
}

interface InPlaceScene extends EditedInPlace {
  readonly at: TextPath;
  readonly onDone: () => void;
}

export const InPlace = createContext<InPlaceScene | null>(null);

/** A text of a previewed message, or its input field while a person edits it. */
export function TextPart({ path, children }: { path: TextPath; children: ReactNode }) {
  const scene = use(InPlace);
  return scene?.at === path ? <OpenText scene={scene} /> : children;
}

type Key = Exclude<keyof typeof emptyEmbed, 'fields'>;
const keyOf = (path: TextPath): Key => path.slice('embed.'.length) as Key;

function OpenText({ scene: { at, type, value, words, onChange, onDone } }: { scene: InPlaceScene }) {
  const t = useTranslations('message-editor');
  const box = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const open = box.current;
    open?.querySelector('textarea')?.focus();
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && open?.contains(relatedTarget))) done();
    };
    // If suggestions are open, Escape only closes those.
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !(target instanceof Element && target.matches('[aria-controls]'))) done();
    };
    open?.addEventListener('focusout', onLeave);
    open?.addEventListener('keydown', onKey);
    return () => {
      open?.removeEventListener('focusout', onLeave);
      open?.removeEventListener('keydown', onKey);
    };
  }, []);
  const isContent = at === 'content';
  return (
    <div ref={box}>
      <Field label={t(isContent ? 'parts.content' : `parts.${keyOf(at) as 'title'}`)}>
        <TemplateInput
          path={`preview ${at}`}
          value={isContent ? value.content : (value.embed?.[keyOf(at)] ?? '')}
          placeholders={placeholdersFor(type)}
          words={words}
          isMultiline={texts[at]}
          onChange={(text) =>
            onChange(at, (now) =>
              isContent
                ? { ...now, content: text }
                : { ...now, embed: { ...(now.embed ?? emptyEmbed), [keyOf(at)]: text } },
            )
          }
        />
      </Field>
    </div>
  );
}
