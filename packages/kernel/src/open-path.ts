import type { Ctx } from './ctx.ts';

/**
 * An address that we give to other programs: the card of a link, a video. It needs no login and accepts only GET and
 * HEAD.
 */
export interface OpenPath {
  /** The first segment of the address. All paths below it come here. */
  readonly word: string;
  readonly answer: (ctx: Ctx, request: OpenRequest) => Promise<OpenAnswer>;
}

export interface OpenRequest {
  /** The segments after `word`, each decoded. */
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
  /** One of our files; range requests get a part of it. */
  | { readonly file: string; readonly headers: Readonly<Record<string, string>> };
