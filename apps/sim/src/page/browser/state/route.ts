/** `#/server/channel/person` in the URL, so a reload or a shared link shows the same place. */
import { loadMessages } from './control.ts';
import { change, getState, subscribe } from './store.ts';

function read(): void {
  const [, guildId, channelId, userId] = location.hash.split('/');
  const { guildId: was } = getState();
  if (guildId && channelId) change({ guildId, channelId, userId: userId || getState().userId, replyTo: null });
  else if (guildId) change({ guildId, channelId: null, replyTo: null });
  else if (was === null) change({});
}

export function followAddress(): void {
  read();
  addEventListener('hashchange', read);
  let shown = '';
  let loaded: string | null = null;
  subscribe(() => {
    const { guildId, channelId, userId, unread } = getState();
    if (channelId && unread.has(channelId)) change({ unread: new Set([...unread].filter((id) => id !== channelId)) });
    if (channelId && channelId !== loaded) {
      loaded = channelId;
      if (!getState().messages.has(channelId)) void loadMessages(channelId);
    }
    if (channelId === null) loaded = null;
    const address = guildId && channelId ? `#/${guildId}/${channelId}/${userId ?? ''}` : '';
    if (address === shown) return;
    shown = address;
    history.replaceState(null, '', address || location.pathname);
  });
}
