export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastWords {
  title: string;
  text?: string | undefined;
  /** What may be done next, once. */
  action?: { readonly label: string; readonly run: () => void } | undefined;
  /** A second toast with the same id replaces the first. */
  id?: string;
}

/** Says something once, at the bottom right. The machinery is loaded with the first toast. */
export async function toast(kind: ToastKind, words: ToastWords): Promise<void> {
  const { showToast } = await import('./toaster.tsx');
  showToast(kind, words);
}
