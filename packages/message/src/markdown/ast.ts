/** The parsed form of Discord text. It is plain data, so React, HTML and tests can render the same tree. */
export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'subtext'; readonly children: readonly Inline[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | {
      readonly type: 'list';
      readonly isOrdered: boolean;
      /** The first number of an ordered list, or 1 for bullets. */
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | { readonly type: 'codeBlock'; readonly language: string | null; readonly text: string };

export interface ListItem {
  readonly children: readonly Block[];
}

export type Style = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler';

export const timestampStyles = ['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'] as const;
export type TimestampStyle = (typeof timestampStyles)[number];

export type Inline =
  /** Line breaks stay in the text, because Discord shows them unchanged. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: Style; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | {
      readonly type: 'link';
      readonly href: string;
      readonly title: string | null;
      /** True for `<https://…>`, a link without an embed. */
      readonly isSuppressed: boolean;
      readonly children: readonly Inline[];
    }
  | { readonly type: 'userMention'; readonly id: string }
  | { readonly type: 'roleMention'; readonly id: string }
  | { readonly type: 'channelMention'; readonly id: string }
  | { readonly type: 'everyoneMention'; readonly who: 'everyone' | 'here' }
  /** Places in a server that are not channels, such as `<id:customize>` or `<id:guide>`. */
  | { readonly type: 'navigation'; readonly place: string }
  | { readonly type: 'commandMention'; readonly name: string; readonly id: string }
  | { readonly type: 'emoji'; readonly id: string; readonly name: string; readonly isAnimated: boolean }
  | { readonly type: 'timestamp'; readonly seconds: number; readonly style: TimestampStyle };
