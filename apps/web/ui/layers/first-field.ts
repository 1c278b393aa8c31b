const field = 'input:not([aria-hidden=true], [type=hidden], [type=checkbox], [type=radio]), textarea, [role=combobox]';

/** The first editable field. A locked field cannot take the focus, and would leave it on the page below. */
export const firstField = (within: HTMLElement | null): HTMLElement | undefined =>
  [...(within?.querySelectorAll<HTMLElement>(field) ?? [])].find((each) => !each.matches(':disabled, [data-disabled]'));
