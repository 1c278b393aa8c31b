import type { FileMode, FileMove, FileOutcome } from '@tally/contract/moving/file-calls';
import { moveLimits } from '@tally/contract/moving/limits';
import type { ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { refuseLarge, UPLOAD_TIMEOUT_MS } from '../../../lib/drafts/uploads.ts';
import { keyOf, LIVE_EVERY_MS, moving } from '../api.ts';

export type { FileMode, FileMove, FileOutcome };

export const fileQuery = (serverId: ServerId, moveId: string) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'file', moveId],
    queryFn: ({ signal }) =>
      call(moving.getFile, { params: { guildId: serverId, moveId } }, { fallback: 'fetchMoves', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'reading' ? LIVE_EVERY_MS : false),
  });

export const readFile = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    async mutationFn(file: File) {
      refuseLarge(file, moveLimits.fileBytes);
      return await call(
        moving.readFile,
        { params: { guildId: serverId } },
        { fallback: 'readFile', file, timeoutMs: UPLOAD_TIMEOUT_MS },
      );
    },
    async onSuccess(move) {
      client.setQueryData(fileQuery(serverId, move.moveId).queryKey, move);
      await client.invalidateQueries({ queryKey: [...keyOf(serverId), 'list'] });
    },
    meta: { isQuiet: true },
  });

export const choosePlace = (client: QueryClient, serverId: ServerId, moveId: string) =>
  mutationOptions({
    mutationFn: (place: { ref: string; id: string | null }) =>
      call(
        moving.changeFile,
        { params: { guildId: serverId, moveId }, body: { places: [place as never] } },
        { fallback: 'changeMove' },
      ),
    scope: { id: `${moveId} places` },
    onSuccess: (move) => client.setQueryData(fileQuery(serverId, moveId).queryKey, move),
  });

/** `say` turns the outcome into the sentence that the page shows. */
export const applyFile = (
  client: QueryClient,
  { serverId, moveId, say }: { serverId: ServerId; moveId: string; say: (outcome: FileOutcome) => string },
) =>
  mutationOptions({
    mutationFn: async (body: { mode: FileMode; serverName?: string }) =>
      say(
        await call(
          moving.applyFile,
          { params: { guildId: serverId, moveId }, body },
          { fallback: 'applyFile', timeoutMs: UPLOAD_TIMEOUT_MS },
        ),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['server', serverId] }),
    meta: { isQuiet: true },
  });
