import { parseTemplate } from '@tally/message/template';

/** The text after a change, and the new caret position. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const open = /\{([A-Za-z0-9_.-]{0,64})$/;

/** Returns the part of a placeholder's name before the caret, or null if no name is being typed. */
export function nameBeingTyped(text: string, caret: number): { readonly name: string; readonly start: number } | null {
  const found = open.exec(text.slice(0, caret));
  return found ? { name: found[1] ?? '', start: found.index } : null;
}

/** Inserts `{name}` in place of the typed name or at the caret. It reuses an existing closing brace. */
export function putPlaceholder(text: string, caret: number, name: string): Edit {
  const start = nameBeingTyped(text, caret)?.start ?? caret;
  const rest = /^[A-Za-z0-9_.-]*\}/.exec(text.slice(caret))?.[0].length ?? 0;
  const isTyping = start !== caret;
  const before = text.slice(0, start);
  const after = text.slice(isTyping ? caret + rest : caret);
  return { text: `${before}{${name}}${after}`, caret: start + name.length + 2 };
}

/** Removes a whole placeholder, because a part of one is meaningless. */
export function removePlaceholder(text: string, caret: number, direction: 'before' | 'after'): Edit | null {
  const piece = placeholderAt(text, caret, direction);
  if (!piece) return null;
  return { text: text.slice(0, piece.start) + text.slice(piece.end), caret: piece.start };
}

/** Returns the caret position across the adjacent placeholder, or null if there is none. */
export function stepOver(text: string, caret: number, direction: 'before' | 'after'): number | null {
  const piece = placeholderAt(text, caret, direction);
  return piece ? (direction === 'before' ? piece.start : piece.end) : null;
}

function placeholderAt(text: string, caret: number, direction: 'before' | 'after') {
  for (const piece of parseTemplate(text)) {
    if (piece.type !== 'placeholder') continue;
    const [start, end] = [piece.start, piece.start + piece.text.length];
    if ((direction === 'before' ? end : start) === caret) return { start, end };
  }
  return null;
}
