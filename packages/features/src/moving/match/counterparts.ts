import type { ChannelFinding, DiscordGuildData } from '@tally/contract';
import type { SettingsFile } from './read-file.ts';
import type { Place } from './refs.ts';

/** The channels and roles that a person chose. Null means "none". */
export type Chosen = Readonly<Record<string, string | null>>;

/**
 * Finds the id in this server for each reference. In the same server it is the same id. Otherwise a channel is found by
 * name, type and category, or else by name and type. A role is found by its whole name, and an emoji by name. If two
 * share a name, a person must choose.
 */
export function counterpartsOf(
  file: Pick<SettingsFile, 'channels' | 'roles' | 'emojis' | 'ids'>,
  {
    isSame,
    discord,
    chosen,
  }: { readonly isSame: boolean; readonly discord: DiscordGuildData; readonly chosen: Chosen },
): ReadonlyMap<string, string> {
  const channels = discord.channels ?? [];
  const roles = (discord.roles ?? []).filter(
    ({ managed, reasons }) => !managed && !reasons.some((reason) => reason === 'everyone' || reason === 'position'),
  );
  const emojis = discord.emojis?.list ?? [];
  const ids = new Map<string, string>();
  const fill = (
    places: readonly Place[],
    here: readonly { readonly id: string }[],
    find: (place: Place) => readonly { readonly id: string }[],
  ) => {
    const known = new Set(here.map(({ id }) => id));
    for (const place of places) {
      const pick = chosen[place.ref];
      const former = isSame ? file.ids.get(place.ref) : undefined;
      if (pick === null) continue;
      if (pick !== undefined && known.has(pick)) ids.set(place.ref, pick);
      else if (former !== undefined && known.has(former)) ids.set(place.ref, former);
      else {
        const [only, other] = place.name === null ? [] : find(place);
        if (only && !other) ids.set(place.ref, only.id);
      }
    }
  };
  fill(file.channels, channels, (place) => channelsLike(channels, place));
  // In the same server a role keeps its id, even if the bot may not assign it. The setting's own feature reports that.
  fill(file.roles, isSame ? (discord.roles ?? []) : roles, ({ name }) => roles.filter((role) => role.name === name));
  fill(file.emojis, emojis, ({ name }) => emojis.filter((emoji) => emoji.name === name));
  // The bot may use emojis of other servers, and this server's list does not include those.
  if (isSame) for (const { ref } of file.emojis) if (!ids.has(ref)) ids.set(ref, file.ids.get(ref) ?? '');
  return new Map([...ids].filter(([, id]) => /^\d{5,20}$/.test(id)));
}

function channelsLike(channels: readonly ChannelFinding[], place: Place): readonly ChannelFinding[] {
  const alike = channels.filter(({ name, type }) => name === place.name && type === place.type);
  const exact = alike.filter(({ category }) => category === (place.category ?? null));
  return exact.length > 0 ? exact : alike;
}
