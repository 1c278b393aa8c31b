const NEAR_END_PX = 120;

/** Scrolls to the end. A reader further up keeps their position. */
export function goToEnd(box: HTMLElement | null): void {
  if (box && box.dataset.isAway !== 'true') box.scrollTop = box.scrollHeight;
}

export function noteScroll({ currentTarget: box }: Event & { currentTarget: HTMLElement }): void {
  box.dataset.isAway = String(box.scrollHeight - box.scrollTop - box.clientHeight > NEAR_END_PX);
}
