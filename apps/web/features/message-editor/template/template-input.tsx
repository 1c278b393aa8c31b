'use client';

import type { Placeholder } from '@tally/message/template';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { FieldParts } from '../../../ui/fields/field.tsx';
import { mostLetters } from '../../../ui/fields/input.tsx';
import { type Edit, nameBeingTyped, putPlaceholder, removePlaceholder, stepOver } from './caret.ts';
import { Highlights } from './highlights.tsx';
import { type PlaceholderWords, Suggestions, suggest } from './suggestions.tsx';

export interface TemplateHandle {
  /** Inserts a placeholder at the current or last caret. */
  put(name: string): void;
}

const frame =
  'grid w-full min-w-0 rounded-control border border-control bg-ground transition-colors duration-120 hover:border-muted has-[:focus-visible]:border-text has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-text has-[[data-invalid]]:border-red';

/** The styles of the field and of the layer behind it, because both must wrap text at the same place. */
const shape =
  'col-start-1 row-start-1 w-full px-3 py-2 text-body leading-normal whitespace-pre-wrap pointer-coarse:text-lead';

/** A plain text area with all its usual behavior. The placeholder chips are drawn behind it. */
export function TemplateInput({
  path,
  value,
  onChange,
  onFocus,
  placeholders,
  words,
  isMultiline = false,
  disabled = false,
  handle,
}: {
  /** The path of this text in the message, to which problems link. */
  path: string;
  value: string;
  onChange: (text: string) => void;
  onFocus?: (() => void) | undefined;
  placeholders: readonly Placeholder[];
  words: PlaceholderWords;
  isMultiline?: boolean;
  disabled?: boolean;
  handle?: Ref<TemplateHandle> | undefined;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const wantedCaret = useRef<number | null>(null);

  const typed = isOpen ? nameBeingTyped(value, caret) : null;
  const list = typed ? suggest(placeholders, typed.name) : [];
  const isShown = list.length > 0;

  const edit = ({ text, caret: at }: Edit) => {
    wantedCaret.current = at;
    setCaret(at);
    onChange(text);
  };
  const put = (name: string) => {
    edit(putPlaceholder(value, area.current?.selectionStart ?? value.length, name));
    setOpen(false);
    area.current?.focus();
  };
  useImperativeHandle(handle, () => ({ put }));
  // Restores the caret, because the browser moves it to the end after a change by script.
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    area.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = null;
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (isShown && moveInList(event, { list, active, setActive, put, close: () => setOpen(false) })) return;
    if (!isMultiline && event.key === 'Enter') event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== selectionEnd || event.ctrlKey || event.metaKey || event.altKey) return;
    const change =
      event.key === 'Backspace'
        ? removePlaceholder(value, selectionStart, 'before')
        : event.key === 'Delete'
          ? removePlaceholder(value, selectionStart, 'after')
          : null;
    if (change) {
      event.preventDefault();
      edit(change);
    } else if (!event.shiftKey) {
      const target = arrowTarget(event, value, selectionStart);
      if (target === null) return;
      event.preventDefault();
      event.currentTarget.setSelectionRange(target, target);
    }
  };

  return (
    <div className="relative">
      <div className={cx(frame, disabled && 'opacity-50')}>
        <div
          aria-hidden
          dir="auto"
          className={cx(
            shape,
            'pointer-events-none text-transparent [overflow-wrap:anywhere]',
            isMultiline && 'min-h-20',
          )}
        >
          <Highlights text={value} placeholders={placeholders} />
        </div>
        <FieldParts.Control
          render={
            <textarea
              ref={area}
              data-path={path}
              dir="auto"
              rows={1}
              maxLength={mostLetters.text}
              disabled={disabled}
              spellCheck={isMultiline}
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-controls={isShown ? `${id}-list` : undefined}
              aria-activedescendant={isShown ? `${id}-list-${active}` : undefined}
              className={cx(shape, 'resize-none overflow-hidden bg-transparent outline-none [overflow-wrap:anywhere]')}
              value={value}
              onChange={(event) => {
                const text = isMultiline ? event.target.value : event.target.value.replace(/\s*[\r\n]+\s*/g, ' ');
                setCaret(event.target.selectionStart);
                setActive(0);
                setOpen(true);
                onChange(text);
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onKeyDown={onKeyDown}
              onFocus={onFocus}
              onBlur={() => setOpen(false)}
            />
          }
        />
      </div>
      {isShown && <Suggestions id={`${id}-list`} list={list} active={active} words={words} onPick={put} />}
    </div>
  );
}

/** Returns true if the list of suggestions handled the key. */
function moveInList(
  event: KeyboardEvent,
  about: {
    list: readonly Placeholder[];
    active: number;
    setActive: (active: number) => void;
    put: (name: string) => void;
    close: () => void;
  },
): boolean {
  const { list, active, setActive, put, close } = about;
  const chosen = list[active];
  switch (event.key) {
    case 'ArrowDown':
      setActive((active + 1) % list.length);
      break;
    case 'ArrowUp':
      setActive((active + list.length - 1) % list.length);
      break;
    case 'Enter':
    case 'Tab':
      if (chosen) put(chosen.name);
      break;
    case 'Escape':
      close();
      break;
    default:
      return false;
  }
  event.preventDefault();
  // Otherwise Escape would also close the surrounding dialog or save bar.
  event.stopPropagation();
  return true;
}

/** Moves the caret over a chip with the arrow keys, whose direction is reversed in right-to-left text. */
function arrowTarget(event: KeyboardEvent<HTMLTextAreaElement>, text: string, caret: number): number | null {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  return stepOver(text, caret, (event.key === 'ArrowLeft') === isRtl ? 'after' : 'before');
}
