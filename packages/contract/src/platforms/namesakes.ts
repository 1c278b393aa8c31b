/**
 * On Rumble, a user and a channel can share one name. On the server their names are addresses, `user/ada` and `c/ada`.
 * On the wire, the plain name has a word for the kind next to it. Without schemas, because pages load this early.
 */
export const namesakeKinds = ['user', 'channel'] as const;
export type NamesakeKind = (typeof namesakeKinds)[number];

/** The word on the wire that distinguishes two namesakes. */
export interface NamesakeWord {
  readonly rumbleType?: NamesakeKind | null | undefined;
}

const spaces = { user: 'user', channel: 'c' } as const satisfies Record<NamesakeKind, string>;
const space = /^(c|user)\//;

/** `c/ada` for a channel of Rumble; the name itself on every other platform, and if the kind is unknown. */
export const addressFrom = (
  { platform, name }: { readonly platform: string; readonly name: string },
  { rumbleType }: NamesakeWord,
): string => (platform === 'rumble' && rumbleType && !name.includes('/') ? `${spaces[rumbleType]}/${name}` : name);

/** The name of a followed channel in links and calls, from a row of the wire. */
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

/** Channels whose ids are addresses use their addresses, because another channel may have the same name. */
export const nameOrAddress = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  id.includes('/') ? id : name;

export const kindIn = (address: string): NamesakeKind | null => {
  const found = space.exec(address)?.[1];
  return namesakeKinds.find((kind) => spaces[kind] === found) ?? null;
};

/** `ada` for `c/ada`. */
export const plainName = (address: string): string => address.replace(space, '');

export const wordOf = <K extends NamesakeKind | null>(kind: K): { readonly rumbleType: K } => ({ rumbleType: kind });
export const namesakeWord = (address: string) => wordOf(kindIn(address));

/** The same word, as a streamer has it. */
export const namesakeType = (address: string): { readonly type?: NamesakeKind } => {
  const type = kindIn(address);
  return type ? { type } : {};
};

/** The query of a call about this address. */
export const namesakeQuery = (address: string): { readonly rumbleType?: NamesakeKind } => {
  const rumbleType = kindIn(address);
  return rumbleType ? { rumbleType } : {};
};

/** The page of a streamer, below the address of a server. */
export const streamerPage = (platform: string, address: string): string => {
  const query = new URLSearchParams(namesakeQuery(address)).toString();
  return `/notifications/${platform}/${encodeURIComponent(plainName(address))}${query && `?${query}`}`;
};

/** Below the address of a server: the page of the only streamer, or the list that contains all of them. */
export function pageOfStreamers(
  streamers: readonly { readonly platform: string; readonly name: string; readonly channelId: string }[],
): string {
  const [first, ...others] = streamers;
  if (!first || others.some(({ platform }) => platform !== first.platform)) return '/notifications';
  const { platform, name, channelId: id } = first;
  return others.length === 0 ? streamerPage(platform, nameOrAddress({ id, name })) : `/notifications/${platform}`;
}
