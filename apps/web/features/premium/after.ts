import { toast } from '../../shell/toast.ts';

/**
 * Says what the API said, and goes on. As a promise: what a mutation was told to do on success is forgotten when its
 * button goes meanwhile, and here it goes because the change has arrived. Failures are shown where the mutation is.
 */
export function afterwards(asked: Promise<string>, goOn: () => void = () => undefined): void {
  void tell(asked, goOn);
}

async function tell(asked: Promise<string>, goOn: () => void): Promise<void> {
  const sentence = await asked.catch(() => null);
  if (sentence === null) return;
  goOn();
  // Cancelled and continued are about the same thing: the newer sentence replaces the older one.
  await toast('success', { title: sentence, id: 'subscription' });
}
