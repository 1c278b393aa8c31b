import { emotePlatforms } from '@tally/contract/emotes/calls';
import { nameIn } from '../name-in.ts';
import type { Channel } from './api.ts';

const hosts = { kick: 'kick.com', twitch: 'twitch.tv' } as const satisfies Record<Channel['platform'], string>;

export const linkTo = ({ platform, name }: Channel): string => `${hosts[platform]}/${name}`;

/**
 * The channel that a person typed. A link names its platform. A bare name is a streamer whom the server follows, or
 * else one of Kick. Null: nothing was typed.
 */
export function channelIn(text: string, followed: readonly Channel[]): Channel | null {
  const name = nameIn(text);
  if (name === '') return null;
  const linked = emotePlatforms.find((each) =>
    new RegExp(`(^|[/.])${hosts[each].replace('.', '\\.')}/`, 'i').test(text.trim()),
  );
  if (linked) return { platform: linked, name };
  const known = followed.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return known ?? { platform: emotePlatforms[0], name };
}
