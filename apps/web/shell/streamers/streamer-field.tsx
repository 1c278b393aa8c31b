'use client';

import { CornerDownLeft } from 'lucide-react';
import { useTranslations } from 'next-intl';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from 'react';
import { platformNames } from '../../lib/words/platform-names.ts';
import { cx } from '../../ui/cx.ts';
import { Field, FieldParts } from '../../ui/fields/field.tsx';
import { Input, Textarea } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFailure } from '../failed.tsx';
import { CandidateRow } from './candidate-row.tsx';
import { type Candidate, keyOf } from './search.ts';
import type { StreamerSearch } from './use-search.ts';

/** Why a candidate cannot be chosen, or another note about it. */
export interface CandidateNote {
  readonly text: string;
  readonly isOff: boolean;
}

interface StreamerFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly search: StreamerSearch;
  /** The row that Enter selects. */
  readonly active: Candidate | null;
  readonly onActive: (row: Candidate | null) => void;
  /** Called for a click on a row. If absent, a click only activates the row. */
  readonly onTake?: (row: Candidate) => void;
  readonly noteOf?: (row: Candidate) => CandidateNote | null;
  readonly onEnter: () => void;
  readonly isReadOnly?: boolean;
  /** True if several names are allowed, one per line. */
  readonly takesLines?: boolean;
  /** True if the results have a fixed height, so the content below stays in place. */
  readonly keepsPlace?: boolean;
  /** True if the list closes when the field loses the focus. */
  readonly closesOnBlur?: boolean;
  readonly fieldRef?: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

/**
 * The field to find a streamer by name or link, with suggestions from every platform. A combobox with a list:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function StreamerField(props: StreamerFieldProps) {
  const { label, hint, error, text, onText, search, active, onActive, onEnter, fieldRef } = props;
  const t = useTranslations('streamers');
  const listId = useId();
  const [isClosed, setClosed] = useState(props.closesOnBlur ?? false);
  const isMany = text.includes('\n');
  const rows = isClosed || isMany ? [] : search.rows;
  const type = (next: string) => {
    setClosed(false);
    onActive(null);
    onText(next);
  };
  const step = (by: 1 | -1) => {
    setClosed(false);
    const choices = search.rows.filter((row) => !props.noteOf?.(row)?.isOff);
    const at = active ? choices.findIndex((row) => keyOf(row) === keyOf(active)) : -1;
    const next = at < 0 ? (by > 0 ? 0 : -1) : (at + by) % choices.length;
    onActive(choices.at(next) ?? null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !isMany) {
      event.preventDefault();
      // Opens the list, because the row that Enter selects must be visible.
      if (isClosed) setClosed(false);
      else onEnter();
    } else if (event.key === 'Enter' && props.takesLines && !isMany) {
      event.preventDefault();
      type(`${text}\n`);
    } else if (!isMany && (event.key === 'ArrowDown' || event.key === 'ArrowUp') && search.rows.length > 0) {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && !isClosed && (text.trim() !== '' || rows.length > 0)) {
      // Escape closes only the list, not the surrounding dialog. The text stays.
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setClosed(true);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!props.takesLines || !pasted.includes('\n')) return;
    // A single-line input would join the pasted lines.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    type(text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length));
  };
  // Keeps the caret when the field changes between one name and several.
  useEffect(() => {
    const field = fieldRef?.current;
    if (!field || text === '') return;
    field.focus();
    field.setSelectionRange(text.length, text.length);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the field was exchanged
  }, [isMany]);
  const shared = {
    dir: 'auto',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    readOnly: props.isReadOnly,
    value: text,
    onKeyDown,
    ...(props.closesOnBlur && {
      onFocus: () => setClosed(false),
      onClick: () => setClosed(false),
      onBlur: () => setClosed(true),
    }),
  } as const;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} hint={hint} error={error}>
        {isMany ? (
          <FieldParts.Control
            render={
              <Textarea
                {...shared}
                ref={fieldRef as RefObject<HTMLTextAreaElement | null> | undefined}
                rows={2}
                onChange={({ target }) => type(target.value)}
                className="field-sizing-content max-h-40 resize-none"
              />
            }
          />
        ) : (
          <FieldParts.Control
            render={
              <Input
                {...shared}
                ref={fieldRef as RefObject<HTMLInputElement | null> | undefined}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select shows no pictures and takes no text
                role="combobox"
                aria-autocomplete="list"
                aria-haspopup="listbox"
                aria-expanded={rows.length > 0}
                aria-controls={rows.length > 0 ? listId : undefined}
                aria-activedescendant={
                  rows.length > 0 && active ? `${listId} ${keyOf(active)}`.replaceAll(' ', '-') : undefined
                }
                onChange={({ target }) => type(target.value)}
                onPaste={onPaste}
              />
            }
          />
        )}
      </Field>
      {!isMany && (
        <div
          className={
            props.keepsPlace
              ? 'flex h-40 flex-col gap-2 overflow-hidden rounded-card border border-line p-1 sm:h-60'
              : 'contents'
          }
        >
          {props.keepsPlace && text.trim() === '' && (
            <p className="px-2 py-1 text-muted text-small">{t('startTyping')}</p>
          )}
          {rows.length > 0 && (
            <Suggestions
              {...props}
              id={listId}
              rows={rows}
              className={props.keepsPlace ? 'min-h-0' : 'max-h-[276px] rounded-card border border-line p-1'}
            />
          )}
          <Said search={search} text={text.trim()} className={props.keepsPlace ? 'px-2 py-1' : ''} />
        </div>
      )}
    </div>
  );
}

function Suggestions({
  id,
  rows,
  active,
  onActive,
  onTake = onActive,
  noteOf,
  className,
}: Pick<StreamerFieldProps, 'active' | 'onActive' | 'onTake' | 'noteOf'> & {
  id: string;
  className: string;
  rows: readonly Candidate[];
}) {
  const t = useTranslations('streamers');
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its rows have pictures
      role="listbox"
      tabIndex={-1}
      aria-label={t('suggestions')}
      className={cx('overflow-y-auto', className)}
    >
      {rows.map((row) => {
        const note = noteOf?.(row) ?? null;
        const isActive = active !== null && keyOf(active) === keyOf(row);
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above takes the keys
          <div
            key={keyOf(row)}
            id={`${id} ${keyOf(row)}`.replaceAll(' ', '-')}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it has a picture
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            aria-disabled={note?.isOff || undefined}
            ref={isActive ? intoView : undefined}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => !note?.isOff && onTake(row)}
            className={cx(
              'flex min-h-11 cursor-default items-center gap-3 rounded-control px-2 py-1',
              isActive ? 'bg-raised' : !note?.isOff && 'hover:bg-raised/60',
            )}
          >
            <CandidateRow row={row} note={note?.text} isOff={note?.isOff} />
            {isActive && <Icon of={CornerDownLeft} size={14} className="shrink-0 text-muted rtl:-scale-x-100" />}
          </div>
        );
      })}
    </div>
  );
}

const intoView = (row: HTMLDivElement | null) => row?.scrollIntoView({ block: 'nearest' });

/** Shows the state of the search: running, no results, or platforms that did not answer. */
function Said({ search, text, className }: { search: StreamerSearch; text: string; className: string }) {
  const t = useTranslations('streamers');
  const failure = useFailure(search.error);
  const { problem, silent, isPending, isNothing, rows } = search;
  return (
    <output className={cx('flex flex-col gap-1 text-muted text-small empty:hidden', className)}>
      {isPending && (
        <span className="flex items-center gap-2">
          <Spinner />
          {t('searching')}
        </span>
      )}
      {search.error && <span className="text-warn">{failure}</span>}
      {problem && <span className="text-warn">{t(problem)}</span>}
      {isNothing && <span className="text-warn">{t('nothing', { text })}</span>}
      {silent.map(({ platform, state }) =>
        state === 'answered' ? null : (
          <span key={platform}>{t(`silent.${state}`, { platform: platformNames[platform] })}</span>
        ),
      )}
      {rows.length > 0 && !isPending && <span className="sr-only">{t('count', { count: rows.length })}</span>}
    </output>
  );
}
