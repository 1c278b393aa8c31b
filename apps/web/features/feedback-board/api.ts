import type { WishBody, WishState } from '@tally/contract/feedback-board/calls';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const board = lateHome(async () => (await import('@tally/contract/feedback-board/calls')).feedbackBoard);

const KEY = ['feedback-board'] as const;
const A_PAGE = 30;

/** Fetches the posts most similar to these words. */
export const likeQuery = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'like', search],
    queryFn: ({ signal }) =>
      call(board.listWishes, { query: { search, limit: 5 } }, { fallback: 'fetchFeedback', signal }),
    enabled: search.length >= 3,
    staleTime: 60_000,
  });

/** The posts for staff, newest first. */
export const wishesQuery = (about: { state: WishState; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', about],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        board.listWishes,
        {
          query: {
            state: about.state,
            sort: 'newest',
            limit: A_PAGE,
            ...(about.search === '' ? {} : { search: about.search }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { fallback: 'fetchFeedback', signal },
      ),
    getNextPageParam: (page) => (page.length < A_PAGE ? undefined : page.at(-1)?.wishId),
  });

export const addWish = () =>
  creation({
    mutationFn: (body: WishBody, intent) => call(board.addWish, { body }, { fallback: 'saveFeedback', intent }),
    meta: { isQuiet: true },
  });

export const voteWish = (wishId: string) =>
  mutationOptions({
    mutationFn: (isWanted: boolean) =>
      call(board.voteWish, { params: { wishId }, body: { isWanted } }, { fallback: 'saveFeedback' }),
    // Votes run one after another, so the last press wins.
    scope: { id: `vote ${wishId}` },
  });

export const addComment = (wishId: string) =>
  creation({
    mutationFn: (text: string, intent) =>
      call(board.addComment, { params: { wishId }, body: { text } }, { fallback: 'saveFeedback', intent }),
    meta: { isQuiet: true },
  });

export const removeComment = (wishId: string, whose: 'own' | 'any') =>
  mutationOptions({
    mutationFn: (commentId: string) =>
      call(
        whose === 'own' ? board.removeComment : board.takeCommentAway,
        { params: { wishId, commentId } },
        { fallback: 'removeFeedback' },
      ),
    meta: { isQuiet: true },
  });

const anew = (client: QueryClient) => ({ onSettled: () => client.invalidateQueries({ queryKey: KEY }) });

export const removeWish = (client: QueryClient, whose: 'own' | 'any') =>
  mutationOptions({
    mutationFn: (wishId: string) =>
      call(
        whose === 'own' ? board.removeWish : board.takeWishAway,
        { params: { wishId } },
        { fallback: 'removeFeedback' },
      ),
    meta: { isQuiet: true },
    ...anew(client),
  });

export const decideWish = (client: QueryClient, wishId: string) =>
  creation({
    mutationFn: (body: { state: WishState; why: string | null }, intent) =>
      call(board.decideWish, { params: { wishId }, body }, { fallback: 'saveFeedback', intent }),
    meta: { isQuiet: true },
    ...anew(client),
  });

export const mergeWish = (client: QueryClient, wishId: string) =>
  creation({
    mutationFn: (into: string, intent) =>
      call(board.mergeWish, { params: { wishId }, body: { into } }, { fallback: 'saveFeedback', intent }),
    meta: { isQuiet: true },
    ...anew(client),
  });
