/**
 * On Rumble, a user and a channel can share one name. The server uses `user/ada` and `c/ada` as their names. On the
 * wire, the plain name comes with the kind. Without schemas, because pages load this early.
 */
export const namesakeKinds = ['user', 'channel'] as const;
export type NamesakeKind = (typeof namesakeKinds)[number];

/** The field on the wire that distinguishes two namesakes. */
export interface NamesakeWord {
  readonly rumbleType?: NamesakeKind | null | undefined;
}

const spaces = { user: 'user', channel: 'c' } as const satisfies Record<NamesakeKind, string>;
const space = /^(c|user)\//;

/** Returns `c/ada` for a channel on Rumble. Returns the plain name on other platforms, or if the kind is unknown. */
export const addressFrom = (
  { platform, name }: { readonly platform: string; readonly name: string },
  { rumbleType }: NamesakeWord,
): string => (platform === 'rumble' && rumbleType && !name.includes('/') ? `${spaces[rumbleType]}/${name}` : name);

/** Returns a followed channel's name for links and calls, from a row on the wire. */
export const addressOf = ({
  platform,
  streamerUserName: name,
  type,
  rumbleType = type,
}: NamesakeWord & {
  readonly platform: string;
  readonly streamerUserName: string;
  readonly type?: NamesakeKind | undefined;
}): string => addressFrom({ platform, name }, { rumbleType });

/** Returns the id if it is an address, because another channel may have the same name. */
export const nameOrAddress = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  id.includes('/') ? id : name;

export const kindIn = (address: string): NamesakeKind | null => {
  const found = space.exec(address)?.[1];
  return namesakeKinds.find((kind) => spaces[kind] === found) ?? null;
};

/** Returns `ada` for `c/ada`. */
export const plainName = (address: string): string => address.replace(space, '');

export const wordOf = <K extends NamesakeKind | null>(kind: K): { readonly rumbleType: K } => ({ rumbleType: kind });
export const namesakeWord = (address: string) => wordOf(kindIn(address));

/** Returns the same field as on a streamer. */
export const namesakeType = (address: string): { readonly type?: NamesakeKind } => {
  const type = kindIn(address);
  return type ? { type } : {};
};

/** Returns the query for a call about this channel. */
export const namesakeQuery = (address: string): { readonly rumbleType?: NamesakeKind } => {
  const rumbleType = kindIn(address);
  return rumbleType ? { rumbleType } : {};
};

/** Returns the path of a streamer's page, below the server's own URL. */
export const streamerPage = (platform: string, address: string): string => {
  const query = new URLSearchParams(namesakeQuery(address)).toString();
  return `/notifications/${platform}/${encodeURIComponent(plainName(address))}${query && `?${query}`}`;
};

/** Returns the path of the only streamer's page, or of the list that contains all of them, below the server's URL. */
export function pageOfStreamers(
  streamers: readonly { readonly platform: string; readonly name: string; readonly channelId: string }[],
): string {
  const [first, ...others] = streamers;
  if (!first || others.some(({ platform }) => platform !== first.platform)) return '/notifications';
  const { platform, name, channelId: id } = first;
  return others.length === 0 ? streamerPage(platform, nameOrAddress({ id, name })) : `/notifications/${platform}`;
}
