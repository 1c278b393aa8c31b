import type { Nodes, Root, Table } from 'mdast';

/** Cells of all tables of a text. A row is filled up to the width of its table, so a short text can have millions. */
const MOST_CELLS = 10_000;

/** A table that would have too many cells is shown as it was typed. */
export function boundTables(tree: Root, source: string): void {
  let left = MOST_CELLS;
  const visit = (node: Nodes): void => {
    if (!('children' in node)) return;
    const { children } = node;
    for (const [place, child] of children.entries()) {
      if (child.type !== 'table') {
        visit(child);
        continue;
      }
      left -= cellsOf(child);
      if (left < 0) children.splice(place, 1, asTyped(child, source));
    }
  };
  visit(tree);
}

const cellsOf = ({ align, children }: Table): number => children.length * (align?.length ?? 1);

const asTyped = ({ position }: Table, source: string) => ({
  type: 'code' as const,
  value: source.slice(position?.start.offset, position?.end.offset),
});
