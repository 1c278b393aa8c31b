/** The visible part of the next one, which hints at more. */
const NEXT = 24;

/**
 * For an item of a horizontal scroller, such as a tab on a phone: scrolls it fully into view, and moves only the row.
 */
export function showWhole(one: Element | null | undefined): void {
  const row = one?.parentElement;
  if (!one || !row) return;
  const [inner, outer] = [one.getBoundingClientRect(), row.getBoundingClientRect()];
  const [before, behind] = [inner.left - NEXT - outer.left, inner.right + NEXT - outer.right];
  if (before < 0) row.scrollLeft += before;
  else if (behind > 0) row.scrollLeft += behind;
}
