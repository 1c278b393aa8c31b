/** The selected rows, the keyboard cursor, and the start of a range. */
export interface Selection {
  readonly marked: ReadonlySet<string>;
  /** The row that single-key shortcuts apply to. */
  readonly cursor: string | null;
  /** The last selected row, from which a range starts. */
  readonly anchor: string | null;
}

export type SelectionStep =
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'range'; readonly to: string; readonly rows: readonly string[] }
  | { readonly kind: 'move'; readonly by: 1 | -1; readonly rows: readonly string[] }
  | { readonly kind: 'stand'; readonly key: string }
  | { readonly kind: 'markAll'; readonly rows: readonly string[] }
  | { readonly kind: 'clear' };

export const nothingSelected: Selection = { marked: new Set(), cursor: null, anchor: null };

export function select(now: Selection, step: SelectionStep): Selection {
  switch (step.kind) {
    case 'toggle': {
      const marked = new Set(now.marked);
      if (!marked.delete(step.key)) marked.add(step.key);
      return { marked, cursor: step.key, anchor: step.key };
    }
    case 'range': {
      const from = now.anchor === null ? -1 : step.rows.indexOf(now.anchor);
      const to = step.rows.indexOf(step.to);
      if (from < 0 || to < 0) return select(now, { kind: 'toggle', key: step.to });
      const between = step.rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      // Keeps the anchor, so the next range starts there too.
      return { ...now, marked: new Set([...now.marked, ...between]), cursor: step.to };
    }
    case 'move': {
      const at = now.cursor === null ? -1 : step.rows.indexOf(now.cursor);
      const last = step.rows.length - 1;
      const next = at < 0 ? (step.by === 1 ? 0 : last) : Math.min(last, Math.max(0, at + step.by));
      return { ...now, cursor: step.rows[next] ?? null };
    }
    case 'stand':
      return now.cursor === step.key ? now : { ...now, cursor: step.key };
    case 'markAll': {
      const isAll = step.rows.length > 0 && step.rows.every((key) => now.marked.has(key));
      const shown = new Set(step.rows);
      const others = [...now.marked].filter((key) => !shown.has(key));
      return { ...now, marked: new Set(isAll ? others : [...others, ...shown]) };
    }
    case 'clear':
      return { ...now, marked: new Set(), anchor: null };
  }
}
