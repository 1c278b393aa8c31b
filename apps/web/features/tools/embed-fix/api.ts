import { type PageLink, pathOf } from '@tally/contract/platforms/kick-links';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { lateHome } from '../../../lib/late-home.ts';

const embedFix = lateHome(async () => (await import('@tally/contract/embed-fix/calls')).embedFix);

const MINUTE = 60_000;

/** Fetches the preview that chats show below a Kick link. */
export function cardQuery(page: PageLink | null) {
  const path = page && pathOf(page);
  return queryOptions({
    queryKey: ['link-card', path],
    queryFn:
      path === null
        ? skipToken
        : ({ signal }) =>
            call(embedFix.readLink, { query: { link: `https://kick.com/${path}` } }, { fallback: 'readLink', signal }),
    staleTime: MINUTE,
  });
}
