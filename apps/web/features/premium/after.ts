import { toast } from '../../shell/toast.ts';

/**
 * Shows the API's message, then runs `goOn`. It takes a promise, because a mutation's callbacks are lost when its
 * button disappears. The mutation reports failures.
 */
export function afterwards(asked: Promise<string>, goOn: () => void = () => undefined): void {
  void tell(asked, goOn);
}

async function tell(asked: Promise<string>, goOn: () => void): Promise<void> {
  const sentence = await asked.catch(() => null);
  if (sentence === null) return;
  goOn();
  // "Canceled" and "resumed" share an id, so the newer message replaces the older one.
  await toast('success', { title: sentence, id: 'subscription' });
}
