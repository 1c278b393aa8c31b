export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastWords {
  title: string;
  text?: string | undefined;
  /** The next action; it works once. */
  action?: { readonly label: string; readonly run: () => void } | undefined;
  /** A second toast with the same id replaces the first. */
  id?: string;
}

let pressed: Element | null = null;
if (typeof document !== 'undefined') {
  const note = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest('button, a, [role=button]') : null;
  };
  document.addEventListener('click', note, { capture: true });
}

/** Shows a message once, at the bottom right. The code is loaded with the first toast. */
export async function toast(kind: ToastKind, words: ToastWords): Promise<void> {
  const { showToast } = await import('./toaster.tsx');
  showToast(kind, words, pressed);
}
