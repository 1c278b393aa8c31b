import { type Call, unsigned } from '../call.ts';
import { ownerOf } from '../oauth.ts';
import { channelParts } from '../shapes.ts';
import { type Creator, findByHandle, type YoutubeWorld } from '../world.ts';
import { readFilter, readIds, readParts } from './query.ts';

export function listChannels(world: YoutubeWorld, call: Call) {
  const parts = readParts(call, channelParts);
  const filter = readFilter(call, ['id', 'forHandle', 'forUsername', 'mine']);
  const found = findCreators(world, call, filter);
  const total = { totalResults: found.length, resultsPerPage: 5 };
  const base = { kind: 'youtube#channelListResponse', pageInfo: total };
  // Without a match the list is missing, not empty.
  if (found.length === 0) return base;
  return {
    ...base,
    items: found.map((creator) => ({
      kind: 'youtube#channel',
      etag: creator.channelId,
      id: creator.channelId,
      ...Object.fromEntries(
        parts.map((part) => [part, channelParts[part](world, creator)]).filter(([, value]) => value !== undefined),
      ),
    })),
  };
}

function findCreators(world: YoutubeWorld, call: Call, filter: 'id' | 'forHandle' | 'forUsername' | 'mine'): Creator[] {
  if (filter === 'mine') return [findOwn(world, call)].flatMap((creator) => creator ?? []);
  if (filter === 'id') {
    return [...new Set(readIds(call))].flatMap((id) => world.creators.get(id) ?? []);
  }
  const name = call.query.get(filter) ?? '';
  if (filter === 'forHandle') return [findByHandle(world, name)].flatMap((creator) => creator ?? []);
  return [...world.creators.values()].filter(({ username }) => username?.toLowerCase() === name.toLowerCase());
}

function findOwn(world: YoutubeWorld, call: Call): Creator | undefined {
  const owner = ownerOf(world, call);
  if (owner) return world.creators.get(owner);
  throw unsigned('mine');
}
