import type { ChatAvatar } from '@tally/contract/chat-widget/calls';

export interface Avatars {
  /** Requests a person's picture, which arrives later if it is not known yet. */
  want(userId: string): void;
  close(): void;
}

/** The call's limit of people. Importing its schema to read the limit would outweigh the widget. */
const MOST_TOGETHER = 50;
const TOGETHER_MS = 1_500;
/** Remembers people without a picture, so not every line looks them up again. */
const MOST_ASKED = 2_000;

export function createAvatars(about: {
  readonly ask: (ids: readonly string[]) => Promise<readonly ChatAvatar[] | null>;
  readonly tell: (found: readonly ChatAvatar[]) => void;
}): Avatars {
  const asked = new Set<string>();
  let wanted: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    timer = undefined;
    const ids = wanted.splice(0, MOST_TOGETHER);
    if (wanted.length > 0) wait();
    const found = await about.ask(ids);
    if (found) about.tell(found);
  };
  const wait = (): void => {
    timer ??= setTimeout(() => void ask(), TOGETHER_MS);
  };
  return {
    want(userId) {
      if (!/^\d{1,20}$/.test(userId) || asked.has(userId)) return;
      asked.add(userId);
      for (const oldest of asked) {
        if (asked.size <= MOST_ASKED) break;
        asked.delete(oldest);
      }
      wanted.push(userId);
      // During a flood of lines, only the latest people get a picture.
      wanted = wanted.slice(-4 * MOST_TOGETHER);
      wait();
    },
    close: () => clearTimeout(timer),
  };
}
