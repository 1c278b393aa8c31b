/** The chat of a platform that is open in the control panel. */
import type { Panel } from '../../../actions.ts';
import { readChat } from './control.ts';
import { change, getState } from './store.ts';
import type { SimEvent, SimState } from './wire.ts';

const SOON_MS = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

export interface ChatPlatform {
  readonly world: string;
  readonly panel: Panel & { readonly chats: NonNullable<Panel['chats']> };
}

export const chatPlatforms = (sim: SimState | null): readonly ChatPlatform[] =>
  Object.entries(sim?.worlds ?? {}).flatMap(([world, state]): ChatPlatform[] => {
    const panel = state && 'panel' in state ? state.panel : undefined;
    return panel?.chats ? [{ world, panel: { ...panel, chats: panel.chats } }] : [];
  });

export function openChat(world: string, who: string): void {
  change({ chat: { world, who, content: null } });
  void refreshChat();
}

async function refreshChat(): Promise<void> {
  const asked = getState().chat;
  if (!asked) return;
  const content = await readChat(asked.world, asked.who);
  const { chat } = getState();
  if (content && chat?.world === asked.world && chat.who === asked.who) change({ chat: { ...asked, content } });
}

/** Handles a line in the open chat, or a change of its readers. */
export function noticeChat(event: SimEvent): void {
  const { chat } = getState();
  if (chat?.world !== event.world || (event.type === 'CHAT' && (event.data as { who: string }).who !== chat.who))
    return;
  timer ??= setTimeout(() => {
    timer = undefined;
    void refreshChat();
  }, SOON_MS);
}
