import { mostDownloaded } from '@tally/contract/emotes/sizes';

/** Returns `shroud-emotes.zip`, or `shroud-emotes-1.zip` and so on if there are several zip files. */
export function zipNames(channel: string, count: number): string[] {
  const zips = Math.ceil(count / mostDownloaded);
  const name = channel.toLowerCase().replace(/[^\w-]+/g, '_');
  return Array.from({ length: zips }, (_, at) => `${name}-emotes${zips === 1 ? '' : `-${at + 1}`}.zip`);
}
