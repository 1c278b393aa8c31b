import type { BlogBody, BlogPatch } from '@tally/contract/blog/calls';
import type { BlogReaction } from '@tally/contract/feedback-board/public-words';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { CallError, call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const blog = lateHome(async () => (await import('@tally/contract/blog/calls')).blog);

const KEY = ['admin', 'blogs'] as const;
const A_PAGE = 50;

export const allBlogsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(
        blog.listAllBlogs,
        { query: { limit: A_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { fallback: 'fetchBlogs', signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === A_PAGE ? (page.at(-1)?.identifier ?? null) : null),
  });

export const blogQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call(blog.getBlogDraft, { params: { id } }, { fallback: 'fetchBlogs', signal }),
  });

export const revisionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id, 'revisions'],
    queryFn: ({ signal }) => call(blog.listBlogRevisions, { params: { id } }, { fallback: 'fetchBlogs', signal }),
    staleTime: 0,
  });

export const fetchRevision = (id: string) =>
  mutationOptions({
    mutationFn: (revision: number) =>
      call(blog.getBlogRevision, { params: { id, revision } }, { fallback: 'fetchBlogs' }),
  });

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: KEY });

export const addBlog = (client: QueryClient) =>
  creation({
    mutationFn: (body: BlogBody, intent) => call(blog.addBlog, { body }, { fallback: 'saveBlog', intent }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const changeBlog = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ patch, version }: { patch: BlogPatch; version: string }) =>
      call(blog.updateBlog, { params: { id }, query: { version }, body: patch }, { fallback: 'saveBlog' }),
    // A renamed post no longer exists under its old name.
    onSuccess: (_, { patch }) => (patch.identifier === undefined ? again(client) : undefined),
    meta: { isQuiet: true },
  });

export const removeBlog = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(blog.removeBlog, { params: { id } }, { fallback: 'removeBlog' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...KEY, 'list'] }),
    meta: { isQuiet: true },
  });

export const shareDraft = (id: string) =>
  mutationOptions({
    mutationFn: () => call(blog.shareBlogDraft, { params: { id } }, { fallback: 'previewBlog' }),
  });

export const reactToBlog = (id: string) =>
  mutationOptions({
    mutationFn: (reaction: BlogReaction | null) =>
      call(blog.reactToBlog, { params: { id }, body: { reaction } }, { fallback: 'reactToBlog' }),
    // Reactions run one after another, so the last press wins.
    scope: { id: `reaction ${id}` },
  });

const PREVIEW_TIMEOUT_MS = 15_000;

/** The server renders the preview, so the browser loads no Markdown code. The old preview stays until then. */
export const previewQuery = (markdown: string) =>
  queryOptions({
    queryKey: ['markdown', markdown],
    queryFn: async ({ signal }) => await drawMarkdown(markdown, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Previews are not cached, because each is as long as the post and every pause in typing fetches one.
    gcTime: 0,
  });

async function drawMarkdown(markdown: string, signal: AbortSignal): Promise<string> {
  const failed = (about: { status?: number; cause?: unknown }) =>
    new CallError({ kind: about.status === undefined ? 'network' : 'refused', fallback: 'previewBlog', ...about });
  let answer: Response;
  try {
    answer = await fetch('/api/markdown', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ markdown }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_TIMEOUT_MS)]),
    });
  } catch (cause) {
    throw failed({ cause });
  }
  if (!answer.ok) throw failed({ status: answer.status });
  return ((await answer.json()) as { html: string }).html;
}
