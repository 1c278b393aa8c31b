import type { Ctx } from './ctx.ts';

/**
 * What programs of others read at an address of ours that they are given: the card of a link, a video. Nobody logs in
 * there, and GET and HEAD are all that is answered.
 */
export interface OpenPath {
  /** What the address begins with. Everything below it comes here. */
  readonly word: string;
  readonly answer: (ctx: Ctx, request: OpenRequest) => Promise<OpenAnswer>;
}

export interface OpenRequest {
  /** Below the word, each decoded. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
}

export type OpenAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** One of ours, in parts where parts are asked for. */
  | { readonly file: string; readonly headers: Readonly<Record<string, string>> };
