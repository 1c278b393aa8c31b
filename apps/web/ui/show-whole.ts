/** Shows a part of the next item, as a hint that there are more. */
const NEXT = 24;

/** Scrolls an item of a horizontal row fully into view, such as a tab on a phone. The page itself does not scroll. */
export function showWhole(one: Element | null | undefined): void {
  const row = one?.parentElement;
  if (!one || !row) return;
  const [inner, outer] = [one.getBoundingClientRect(), row.getBoundingClientRect()];
  const [before, behind] = [inner.left - NEXT - outer.left, inner.right + NEXT - outer.right];
  if (before < 0) row.scrollLeft += before;
  else if (behind > 0) row.scrollLeft += behind;
}
