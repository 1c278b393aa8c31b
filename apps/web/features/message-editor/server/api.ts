import type { PreviewType } from '@tally/contract/message-editor/types';
import type { MessageDraft } from '@tally/contract/servers/parts';
import type { ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { lateHome } from '../../../lib/late-home.ts';
import { serverQuery } from '../../../shell/server/api.ts';
import { toBody } from '../editor/body.ts';
import type { PreviewSource } from '../preview/source.ts';
import type { ServerMessageDraft } from './draft-of.ts';
import type { ServerMessageType } from './groups.ts';

const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

export const serverPreview = (serverId: ServerId, type: PreviewType): PreviewSource<MessageDraft> => ({
  key: ['server', serverId, 'preview', type],
  fetch: (body, signal) =>
    call(
      serverParts.previewMessage,
      { params: { guildId: serverId, type }, body },
      { fallback: 'fetchPreview', signal },
    ),
});

/** Saves one part of a message. An empty part restores the standard message. */
export const saveServerMessage = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: async ({
      type,
      part,
      draft,
      version,
    }: {
      type: ServerMessageType;
      part: keyof ServerMessageDraft;
      draft: ServerMessageDraft;
      version: string;
    }) => {
      const params = { guildId: serverId };
      const list = part === 'message' ? ('customMessages' as const) : ('randomMessages' as const);
      if (part === 'message' ? draft.message === null : draft.variants.length === 0) {
        const query = { type: list, subType: type, version };
        return await call(serverParts.removeMessage, { params, query }, { fallback: 'removeMessage' });
      }
      const body =
        part === 'message' && draft.message
          ? { type, ...toBody(draft.message) }
          : { type, messages: [...draft.variants] };
      return await call(
        serverParts.saveMessage,
        { params, query: { type: list, version }, body },
        { fallback: 'saveMessage' },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true }),
    meta: { isQuiet: true },
  });
