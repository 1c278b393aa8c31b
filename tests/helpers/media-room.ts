import type { MediaItem, MediaRoom } from '@tally/contract';
import type { Stack } from './stack.ts';

/** The media share of one person. */
export interface Room {
  readonly ownerName: string;
  /** The URL for OBS. */
  readonly address: string;
  readonly look: () => Promise<MediaRoom>;
  readonly history: () => Promise<MediaItem[]>;
  readonly put: (link: string) => Promise<void>;
  readonly press: (action: 'play' | 'pause' | 'skip' | 'stop' | 'clear') => Promise<void>;
  readonly set: (settings: object) => Promise<void>;
  readonly turn: (volume: number) => Promise<void>;
  readonly renew: () => Promise<string>;
  readonly speak: (locale: string) => Promise<void>;
}

let people = 0;

/** Opens the room of a new person, with an empty queue and no failures. */
export async function openMediaRoom(stack: Stack, settings: object = {}): Promise<Room> {
  people += 1;
  const username = `streamer${people}`;
  const { id } = stack.discord('add-user', { username }) as { id: string };
  const token = await stack.logIn(id);
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${stack.server.url}/data/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    const { data, error } = (await answer.json()) as { data: T; error?: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(error)}`);
    return data;
  }
  const set = async (next: object) => void (await ask('PATCH', `user/${id}`, { mediaShare: { settings: next } }));
  const renew = async () => (await ask<{ url: string }>('POST', `media/${id}/player/address`)).url;
  await ask('PATCH', `user/${id}`, { mediaShare: { enabled: true, settings: { easeIn: false, ...settings } } });
  return {
    ownerName: username,
    address: await renew(),
    look: () => ask('GET', `media/${id}`),
    history: async () => (await ask<{ items: MediaItem[] }>('GET', `media/${id}/history`)).items,
    put: async (text) => void (await ask('POST', `media/${id}/items`, { text })),
    press: async (action) => void (await ask('PUT', `media/${id}/player/${action}`, {})),
    set,
    turn: async (volume) => void (await ask('PUT', `media/${id}/volume`, { volume })),
    renew,
    speak: async (locale) => void (await ask('PATCH', `user/${id}`, { locale })),
  };
}
