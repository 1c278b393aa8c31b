import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { refuseLarge, UPLOAD_TIMEOUT_MS } from '../../lib/drafts/uploads.ts';
import { lateHome } from '../../lib/late-home.ts';

const files = lateHome(async () => (await import('@tally/contract/files/calls')).files);

const A_PAGE = 60;

export const filesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'files'],
    queryFn: ({ signal, pageParam }) =>
      call(
        files.listFiles,
        { query: { limit: A_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { fallback: 'fetchFiles', signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === A_PAGE ? (page.at(-1)?.key ?? null) : null),
  });

export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly replace?: boolean;
}

export async function sendFile({ key, file, replace = false }: Upload): Promise<string> {
  const { MOST_UPLOAD_BYTES } = await import('@tally/contract/files/calls');
  refuseLarge(file, MOST_UPLOAD_BYTES);
  return await call(
    files.uploadFile,
    { body: { key, ...(replace ? { replace } : {}) } },
    { fallback: 'saveFile', file, timeoutMs: UPLOAD_TIMEOUT_MS },
  );
}

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: filesQuery().queryKey });

export const uploadFile = (client: QueryClient) =>
  mutationOptions({ mutationFn: sendFile, onSettled: () => again(client), meta: { isQuiet: true } });

export const removeFile = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (key: string) => call(files.removeFile, { params: { key } }, { fallback: 'removeFile' }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });
