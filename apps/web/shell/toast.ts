export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastWords {
  title: string;
  text?: string | undefined;
  /** The next action, which works once. */
  action?: { readonly label: string; readonly run: () => void } | undefined;
  /** A new toast replaces an older one with the same id. */
  id?: string;
}

let pressed: Element | null = null;
if (typeof document !== 'undefined') {
  const note = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest('button, a, [role=button]') : null;
  };
  document.addEventListener('click', note, { capture: true });
}

/** Shows a message once, at the bottom right. The toast code loads with the first message. */
export async function toast(kind: ToastKind, words: ToastWords): Promise<void> {
  const { showToast } = await import('./toaster.tsx');
  showToast(kind, words, pressed);
}
