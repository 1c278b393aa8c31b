import type {
  GiveawayBody,
  GiveawayPatch,
  GiveawayPreviewBody,
  GiveawayTemplate,
} from '@tally/contract/giveaways/bodies';
import type { Giveaway, GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { CallError, call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { refuseLarge, UPLOAD_TIMEOUT_MS } from '../../lib/drafts/uploads.ts';
import { lateHome } from '../../lib/late-home.ts';
import { apiPath } from '../../lib/paths/paths.ts';
import type { PreviewSource } from '../message-editor/preview/source.ts';
import { checkPublished, findMissingDraws } from './proof/check.ts';

const giveaways = lateHome(async () => (await import('@tally/contract/giveaways/calls')).giveaways);

/** People enter while the page is open, so it refetches as often as the bot updates the count in its message. */
const LIVE_EVERY_MS = 5000;

export const isOpen = ({ state }: Pick<Giveaway, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'drawing';

const keyOf = (serverId: ServerId) => ['server', serverId, 'giveaways'] as const;

export const giveawaysQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'list'],
    queryFn: ({ signal }) =>
      call(
        giveaways.listGiveaways,
        { params: { guildId: serverId }, query: {} },
        { fallback: 'fetchGiveaways', signal },
      ),
    staleTime: LIVE_EVERY_MS,
    refetchInterval: ({ state: { data } }) =>
      data && (data.existing.some(isOpen) || data.scheduled.length > 0) ? LIVE_EVERY_MS : false,
  });

/** The message of a draft, as the bot would post it. */
export const draftPreview = (serverId: ServerId): PreviewSource<GiveawayPreviewBody> => ({
  key: [...keyOf(serverId), 'preview'],
  fetch: (body, signal) =>
    call(giveaways.previewGiveaway, { params: { guildId: serverId }, body }, { fallback: 'fetchPreview', signal }),
});

export interface GiveawayAddress {
  readonly guildId: ServerId;
  readonly giveawayId: string;
}

/** The plan's limits for a new giveaway. They are fetched once and do not follow the list. */
export const limitsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'limits'],
    queryFn: async ({ signal }) => {
      const { existing, limits } = await call(
        giveaways.listGiveaways,
        { params: { guildId: serverId }, query: {} },
        { fallback: 'fetchGiveaways', signal },
      );
      return { limits, open: existing.filter(isOpen).length };
    },
  });

/** The actions that work without a form. */
export const deeds = ['start', 'end', 'pause', 'resume', 'resend', 'duplicate', 'reroll', 'remove'] as const;
export type Deed = (typeof deeds)[number];

const calls = {
  start: giveaways.startGiveaway,
  end: giveaways.endGiveaway,
  pause: giveaways.pauseGiveaway,
  resume: giveaways.resumeGiveaway,
  resend: giveaways.resendGiveaway,
  duplicate: giveaways.duplicateGiveaway,
} as const;

export const doDeed = (client: QueryClient, address: GiveawayAddress) =>
  creation({
    mutationFn: ({ deed, replace }: { deed: Deed; replace?: UserId[] }, intent) => {
      const fallback = 'changeGiveaway';
      const params = { ...address };
      if (deed === 'reroll')
        return call(giveaways.rerollGiveaway, { params, body: replace ? { replace } : {} }, { fallback, intent });
      if (deed === 'remove') return call(giveaways.removeGiveaway, { params, query: {} }, { fallback });
      return call(calls[deed], { params }, { fallback, intent });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(address.guildId) }),
    meta: { isQuiet: true },
  });

export const createGiveaway = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: ({ body, isLater }: { body: GiveawayBody; isLater: boolean }, intent) =>
      call(
        giveaways.createGiveaway,
        { params: { guildId: serverId }, query: isLater ? { when: 'later' } : {}, body },
        { fallback: 'createGiveaway', intent },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(serverId) }),
    meta: { isQuiet: true },
  });

export const uploadPicture = (serverId: ServerId) =>
  creation({
    async mutationFn(file: File, intent) {
      const { MOST_PICTURE_BYTES } = await import('@tally/contract/giveaways/calls');
      refuseLarge(file, MOST_PICTURE_BYTES);
      const { url } = await call(
        giveaways.uploadPicture,
        { params: { guildId: serverId } },
        { fallback: 'saveFile', file, intent, timeoutMs: UPLOAD_TIMEOUT_MS },
      );
      return url;
    },
    meta: { isQuiet: true },
  });

export const templatesQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'templates'],
    queryFn: ({ signal }) =>
      call(giveaways.listTemplates, { params: { guildId: serverId } }, { fallback: 'fetchGiveaways', signal }),
  });

export const addTemplate = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: (body: Omit<GiveawayTemplate, 'templateId'>, intent) =>
      call(giveaways.addTemplate, { params: { guildId: serverId }, body }, { fallback: 'changeGiveaway', intent }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesQuery(serverId).queryKey }),
    meta: { isQuiet: true },
  });

export const removeTemplate = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (templateId: string) =>
      call(giveaways.removeTemplate, { params: { guildId: serverId, templateId } }, { fallback: 'changeGiveaway' }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesQuery(serverId).queryKey }),
  });

/** The published proof, which needs no login. It refetches while its newest draw is running. */
export const proofQuery = (address: GiveawayAddress) =>
  queryOptions({
    queryKey: ['giveaway-proof', address.guildId, address.giveawayId],
    queryFn: ({ signal }) => call(giveaways.getProof, { params: address }, { fallback: 'fetchProof', signal }),
    staleTime: LIVE_EVERY_MS,
    refetchInterval: ({ state: { data } }) =>
      data && (isOpen(data) || data.draws.some(({ sheetHash, drawnAt }) => sheetHash !== null && drawnAt === null))
        ? LIVE_EVERY_MS
        : false,
  });

export const sheetPath = ({ guildId, giveawayId }: GiveawayAddress, draw: number): string =>
  apiPath(`/data/giveaways/${guildId}/${giveawayId}/sheet/${draw}`);

async function fetchSheet(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal }).catch((cause: unknown) => {
    throw new CallError({ kind: 'network', fallback: 'fetchProof', cause });
  });
  if (!answer.ok) throw new CallError({ kind: 'refused', fallback: 'fetchProof', status: answer.status });
  return await answer.text();
}

/** Fetches the data of a draw and repeats the draw. */
export const checkQuery = (proof: GiveawayProof, draw: ProvenDraw) =>
  queryOptions({
    queryKey: ['giveaway-proof', proof.guildId, proof.giveawayId, 'draw', draw.number, draw.drawnAt],
    queryFn: async ({ signal }) => {
      const [own, first] = await Promise.all([
        fetchSheet(sheetPath(proof, draw.number), signal),
        // The check of a redraw also needs the entrants of the first draw.
        draw.number === 1 ? '' : fetchSheet(sheetPath(proof, 1), signal),
      ]);
      return await checkPublished(proof, draw, { own, first });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const missingDrawsQuery = (proof: GiveawayProof) =>
  queryOptions({
    queryKey: ['giveaway-proof', proof.guildId, proof.giveawayId, 'missing', proof.draws],
    queryFn: () => findMissingDraws(proof),
  });

export const listedQuery = () =>
  queryOptions({
    queryKey: ['giveaways', 'listed'],
    queryFn: ({ signal }) => call(giveaways.listListedGiveaways, { query: {} }, { fallback: 'fetchGiveaways', signal }),
    staleTime: 30_000,
  });

/** A giveaway with its entries per minute and its history. */
export const courseQuery = ({ guildId, giveawayId }: GiveawayAddress) =>
  queryOptions({
    queryKey: [...keyOf(guildId), giveawayId, 'course'],
    queryFn: ({ signal }) =>
      call(giveaways.getCourse, { params: { guildId, giveawayId } }, { fallback: 'fetchGiveaways', signal }),
    staleTime: LIVE_EVERY_MS,
    refetchInterval: ({ state: { data } }) => (data && isOpen(data.giveaway) ? LIVE_EVERY_MS : false),
  });

const ENTRIES_A_PAGE = 100;

export const entriesQuery = ({ guildId, giveawayId }: GiveawayAddress, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(guildId), giveawayId, 'entries', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        giveaways.listEntries,
        {
          params: { guildId, giveawayId },
          query: {
            limit: ENTRIES_A_PAGE,
            ...(search === '' ? {} : { search }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { fallback: 'fetchGiveaways', signal },
      ),
    getNextPageParam: (page) => (page.length < ENTRIES_A_PAGE ? undefined : page.at(-1)?.key),
    staleTime: LIVE_EVERY_MS,
  });

export const removeEntry = (client: QueryClient, { guildId, giveawayId }: GiveawayAddress) =>
  mutationOptions({
    mutationFn: ({ userId, reason }: { userId: UserId; reason: string }) =>
      call(
        giveaways.removeEntry,
        { params: { guildId, giveawayId, userId }, body: { reason } },
        { fallback: 'changeGiveaway' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [...keyOf(guildId), giveawayId] }),
    meta: { isQuiet: true },
  });

export const updateGiveaway = (client: QueryClient, { guildId, giveawayId }: GiveawayAddress) =>
  mutationOptions({
    mutationFn: ({ patch, version }: { patch: GiveawayPatch; version: string }) =>
      call(
        giveaways.updateGiveaway,
        { params: { guildId, giveawayId }, query: { version }, body: patch },
        { fallback: 'changeGiveaway' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(guildId) }),
    meta: { isQuiet: true },
  });

/** Removes deleted roles from the requirements. */
export const dropLostNeed = (client: QueryClient, address: GiveawayAddress) =>
  creation({
    mutationFn: (_: void, intent) =>
      call(giveaways.dropLostNeed, { params: { ...address } }, { fallback: 'changeGiveaway', intent }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(address.guildId) }),
  });

/** Fetches the giveaways that a person entered, won or hosts. */
export const ownQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['me', 'giveaways', userId],
    queryFn: ({ signal }) =>
      call(giveaways.listOwnGiveaways, { params: { userId }, query: {} }, { fallback: 'fetchGiveaways', signal }),
    staleTime: LIVE_EVERY_MS,
  });

export const claimPrize = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: ({ guildId, giveawayId }: GiveawayAddress, intent) =>
      call(giveaways.claimPrize, { params: { guildId, giveawayId } }, { fallback: 'claimPrize', intent }),
    onSettled: () => client.invalidateQueries({ queryKey: ownQuery(userId).queryKey }),
  });

export const leaveGiveaway = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: ({ guildId, giveawayId }: GiveawayAddress, intent) =>
      call(giveaways.leaveGiveaway, { params: { guildId, giveawayId } }, { fallback: 'changeGiveaway', intent }),
    onSettled: () => client.invalidateQueries({ queryKey: ownQuery(userId).queryKey }),
  });
