const field = 'input:not([aria-hidden=true], [type=hidden], [type=checkbox], [type=radio]), textarea, [role=combobox]';

/** Returns the first editable field. A locked field cannot get the focus, which would stay on the page behind. */
export const firstField = (within: HTMLElement | null): HTMLElement | undefined =>
  [...(within?.querySelectorAll<HTMLElement>(field) ?? [])].find((each) => !each.matches(':disabled, [data-disabled]'));
