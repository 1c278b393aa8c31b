import { addressFrom, type NamesakeKind, type NamesakeWord } from '@tally/contract/platforms/namesakes';

interface Named extends NamesakeWord {
  readonly platform: string;
  readonly streamerUserName: string;
  readonly type?: NamesakeKind | undefined;
}

/** The name of a followed channel in links and calls; an address where several channels may share a name. */
export const addressOf = ({ platform, streamerUserName: name, type, rumbleType = type }: Named): string =>
  addressFrom({ platform, name }, { rumbleType });
