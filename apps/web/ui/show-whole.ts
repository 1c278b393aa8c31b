/** How much of the next one shows, so that one sees that there is more. */
const NEXT = 24;

/** For one of a row that scrolls sideways, such as a tab on a phone: brings it into sight as a whole, and moves nothing but the row. */
export function showWhole(one: Element | null | undefined): void {
  const row = one?.parentElement;
  if (!one || !row) return;
  const [inner, outer] = [one.getBoundingClientRect(), row.getBoundingClientRect()];
  const [before, behind] = [inner.left - NEXT - outer.left, inner.right + NEXT - outer.right];
  if (before < 0) row.scrollLeft += before;
  else if (behind > 0) row.scrollLeft += behind;
}
