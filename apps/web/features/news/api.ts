import type { NewsBody, NewsPatch } from '@tally/contract/news/calls';
import type { NoticeBody } from '@tally/contract/news/notices';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const news = lateHome(async () => (await import('@tally/contract/news/calls')).news);

export const allNewsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'changelogs'],
    queryFn: ({ signal }) => call(news.listAllNews, { query: {} }, { fallback: 'fetchChangelogs', signal }),
  });

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: allNewsQuery().queryKey });

export const addNews = (client: QueryClient) =>
  creation({
    mutationFn: (body: NewsBody, intent) => call(news.addNews, { body }, { fallback: 'saveChangelog', intent }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const changeNews = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ patch, version }: { patch: NewsPatch; version: string }) =>
      call(news.updateNews, { params: { id }, query: { version }, body: patch }, { fallback: 'saveChangelog' }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const removeNews = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(news.removeNews, { params: { id } }, { fallback: 'removeChangelog' }),
    onSettled: () => again(client),
    meta: { isQuiet: true },
  });

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'notices'],
    queryFn: ({ signal }) => call(news.listNotices, {}, { fallback: 'fetchNotices', signal }),
  });

const noticesAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: noticesQuery().queryKey });

/** Saves a notice; null creates one. Returns the success message, if there is one. */
export const saveNotice = (client: QueryClient, known: { noticeId: string; version: string } | null) =>
  creation({
    async mutationFn(body: NoticeBody, intent): Promise<string | null> {
      if (!known) {
        await call(news.addNotice, { body }, { fallback: 'saveNotice', intent });
        return null;
      }
      const { noticeId, version } = known;
      return await call(
        news.updateNotice,
        { params: { noticeId }, query: { version }, body },
        { fallback: 'saveNotice' },
      );
    },
    onSettled: () => noticesAgain(client),
    meta: { isQuiet: true },
  });

export const removeNotice = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (noticeId: string) => call(news.removeNotice, { params: { noticeId } }, { fallback: 'removeNotice' }),
    onSettled: () => noticesAgain(client),
    meta: { isQuiet: true },
  });
